//! Questions and answers without any server: what a transport gets that brings a clock, and nothing else.
#![expect(clippy::unwrap_used, reason = "a test may stop where it breaks")]

mod agents;
mod practice;

use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
    time::Duration,
};

use poda_catalog::AnyGame;
use poda_core::{Language, Score, Translate};
use poda_service::{
    AdmittedPlayer, Context, Host, Reply, ReviewView, ServiceError, ServiceLimits, SessionStore, TreeCache,
    handle,
};
use serde_json::{Value, json};

/// A score of an answer.
fn score(value: &Value) -> Score {
    serde_json::from_value(value.clone()).unwrap()
}

/// A host whose clock advances by a millisecond whenever somebody looks at it.
#[derive(Default)]
struct TestHost {
    looks: Cell<u32>,
    /// What a look at the clock takes; a millisecond if `None`.
    tick: Option<Duration>,
    /// Stops the search as soon as it has told so much.
    patience: Option<usize>,
    told: Vec<Reply>,
    /// Players that were resolved.
    admitted: Cell<usize>,
    reviews: RefCell<HashMap<String, ReviewView>>,
}

impl Host for TestHost {
    fn now(&self) -> Duration {
        self.looks.set(self.looks.get() + 1);
        self.tick.unwrap_or(Duration::from_millis(1)) * self.looks.get()
    }

    fn should_stop(&self) -> bool {
        self.patience.is_some_and(|most| self.told.len() >= most)
    }

    fn progress(&mut self, so_far: Reply) {
        self.told.push(so_far);
    }

    fn player(
        &self,
        game: &dyn AnyGame,
        player: &str,
        limits: &ServiceLimits,
    ) -> Result<AdmittedPlayer, ServiceError> {
        self.admitted.set(self.admitted.get() + 1);
        self.engine(game, player, limits).map(AdmittedPlayer::Engine)
    }

    fn kept_review(&self, key: &str) -> Option<ReviewView> {
        self.reviews.borrow().get(key).cloned()
    }

    fn keep_review(&self, key: &str, review: &ReviewView) {
        self.reviews.borrow_mut().insert(key.to_owned(), review.clone());
    }
}

#[derive(Default)]
struct Client {
    owner: &'static str,
    sessions: SessionStore,
    trees: TreeCache,
    limits: ServiceLimits,
    language: Language,
    host: TestHost,
}

impl Client {
    fn ask(&mut self, request: Value) -> Result<Value, ServiceError> {
        let mut context = Context {
            limits: self.limits,
            language: self.language,
            owner: self.owner,
            sessions: &self.sessions,
            trees: &self.trees,
            host: &mut self.host,
        };
        let reply = handle(&serde_json::from_value(request).unwrap(), &mut context)?;
        Ok(serde_json::to_value(reply).unwrap())
    }
}

#[test]
fn positions_are_shown_in_both_languages_and_followed_move_by_move() {
    let mut client = Client { language: Language::Spanish, ..Client::default() };
    let mut moves = Vec::new();
    for mv in ["4", "4", "3"] {
        moves.push(mv);
        let shown = client.ask(json!({ "do": "show", "line": { "game": "boom", "moves": moves } })).unwrap();
        assert_eq!(
            (&shown["is"], shown["movers"].as_array().unwrap().len()),
            (&json!("position"), moves.len())
        );
        assert!(shown["scene"]["facts"].to_string().contains("jugador"), "{shown}");
    }
    assert_eq!(client.sessions.moves_read(), 3);
    let error = client.ask(json!({ "do": "show", "line": { "game": "boom", "moves": ["8"] } })).unwrap_err();
    assert!(error.text(Language::Spanish).starts_with("jugada 1: jugada ilegal \"8\""), "{error:?}");
}

#[test]
fn players_choose_and_say_what_they_expect() {
    let mut client = Client::default();
    let line = json!({ "game": "connect4", "moves": ["4", "1", "4", "1", "4", "1"] });
    let chosen = client.ask(json!({ "do": "choose", "line": line, "player": "pvs:depth=4" })).unwrap();
    assert_eq!(
        (&chosen["is"], &chosen["move"], &chosen["score"]),
        (&json!("chosen"), &json!("4"), &json!(Score::win_at(1)))
    );
    assert_eq!(chosen["pv"], json!(["4"]));
    assert!(matches!(client.host.told[0], Reply::Progress(_)));
    for (player, why) in [
        ("pvs:time=90000", "at most 30000 ms"),
        ("pvs:tt=100000", "at most 64"),
        ("pvs:threads=8", "at most 1 here"),
        ("nobody", "unknown player"),
    ] {
        let error = client.ask(json!({ "do": "choose", "line": line, "player": player })).unwrap_err();
        assert!(error.to_string().contains(why), "{player}: {error}");
    }
}

#[test]
fn an_analysis_ends_when_it_is_stopped_and_says_what_it_knows() {
    let mut client =
        Client { host: TestHost { patience: Some(1), ..TestHost::default() }, ..Client::default() };
    let request = json!({ "do": "analyze", "line": { "game": "boom" }, "player": "pvs", "time": 25_000 });
    let analysis = client.ask(request).unwrap();
    assert_eq!((&analysis["done"], analysis["moves"].as_array().unwrap().len()), (&json!(true), 7));
    assert_eq!(client.host.told.len(), 1);
}

#[test]
fn where_the_game_can_be_solved_an_analysis_is_exact() {
    // The engine thinks by the true clock: on a fast machine it looks at this one thousands of times before the solver begins.
    let host = TestHost { tick: Some(Duration::from_micros(20)), ..TestHost::default() };
    let mut client = Client { host, ..Client::default() };
    // The smallest board that is not decided by its first stone.
    let line = json!({ "game": "connect4:4x4" });
    let request = json!({ "do": "analyze", "line": line, "player": "pvs:depth=2", "time": 2000 });
    let analysis = client.ask(request).unwrap();
    for known in analysis["moves"].as_array().unwrap() {
        assert_eq!(known["exact"]["lower"], known["exact"]["upper"], "{known}");
        assert_eq!(known["exact"]["lower"], 0, "the first player of 4x4 cannot win: {known}");
    }
}

#[test]
fn a_tree_is_kept_and_says_when_it_was_stopped() {
    let mut client = Client::default();
    let line = json!({ "game": "boom", "moves": ["4"] });
    let ask = |engine: &str| json!({ "do": "tree", "line": line, "engine": engine });
    let tree = client.ask(ask("alphabeta:depth=4,eval=puntuacion")).unwrap();
    assert_eq!((&tree["stopped"], &tree["complete"]), (&json!(false), &json!(true)), "{tree}");
    assert_eq!(tree["nodes"], tree["recorded"]);
    // Somewhere below something was cut off, and what was pruned is named but has no number.
    let mut open: Vec<Value> = tree["children"].as_array().unwrap().clone();
    let (mut cutoffs, mut pruned) = (0, 0);
    while let Some(node) = open.pop() {
        cutoffs += u32::from(node["kind"] == "cutoff");
        pruned += u32::from(node["kind"] == "pruned");
        assert_eq!(node["node"].is_null(), node["kind"] == "pruned");
        if node["children"].as_u64() > Some(0) {
            let request = json!({ "do": "children", "tree": tree["tree"], "node": node["node"] });
            open.extend(client.ask(request).unwrap()["children"].as_array().unwrap().clone());
        }
    }
    assert!(cutoffs > 0 && pruned > 0, "{cutoffs} cut-offs, {pruned} pruned");
    let missing = client.ask(json!({ "do": "children", "tree": "99", "node": 0 }));
    assert_eq!(missing, Err(ServiceError::NoTree("99".into())));
    assert_eq!(
        client.ask(json!({ "do": "children", "tree": tree["tree"], "node": 4_000_000 })),
        Err(ServiceError::NoNode(4_000_000))
    );
    // What was not finished says so, and has no value; the rest of the tree is there.
    client.host.patience = Some(0);
    for engine in ["minimax:depth=12", "alphabeta:depth=14", "pvs:depth=20", "blockfirst:depth=12"] {
        let tree = client.ask(ask(engine)).unwrap();
        assert_eq!(tree["timed_out"], false, "{engine}");
        assert_eq!(tree["nodes"], tree["log"]["nodes"], "{engine}");
        assert_eq!(
            (&tree["stopped"], &tree["root"]["kind"]),
            (&json!(true), &json!("unfinished")),
            "{engine}"
        );
        assert_eq!(
            (&tree["root"]["score"], &tree["root"]["size"]),
            (&Value::Null, &tree["recorded"]),
            "{engine}"
        );
        let mut open = vec![tree["root"].clone()];
        let mut unfinished = 0;
        while let Some(node) = open.pop() {
            assert_eq!(
                node["score"].is_null(),
                node["kind"] == "unfinished" || node["kind"] == "pruned",
                "{node}"
            );
            if node["kind"] == "unfinished" && node["children"] != 0 {
                let request = json!({ "do": "children", "tree": tree["tree"], "node": node["node"] });
                open.extend(client.ask(request).unwrap()["children"].as_array().unwrap().clone());
            }
            unfinished += u32::from(node["kind"] == "unfinished");
        }
        assert!(unfinished > 1, "{engine}: only {unfinished} nodes are unfinished");
    }
}

/// The bytes of a text in base 64.
fn bytes(text: &str) -> Vec<u8> {
    let digit = |character: u8| match character {
        b'A'..=b'Z' => u32::from(character - b'A'),
        b'a'..=b'z' => u32::from(character - b'a') + 26,
        b'0'..=b'9' => u32::from(character - b'0') + 52,
        b'+' => 62,
        b'/' => 63,
        other => panic!("no digit {other}"),
    };
    let mut bytes = Vec::new();
    for four in text.trim_end_matches('=').as_bytes().chunks(4) {
        let bits =
            four.iter().fold(0, |bits, character| bits << 6 | digit(*character)) << (6 * (4 - four.len()));
        bytes.extend_from_slice(&bits.to_be_bytes()[1..four.len()]);
    }
    bytes
}

#[test]
fn the_events_of_a_tree_come_in_parts() {
    let mut client = Client::default();
    let request =
        json!({ "do": "tree", "line": { "game": "boom" }, "engine": "alphabeta:depth=7,eval=puntuacion" });
    let tree = client.ask(request).unwrap();
    let length = tree["log"]["length"].as_u64().unwrap() as usize;
    let mut all = bytes(tree["log"]["events"].as_str().unwrap());
    assert!(all.len() < length, "{length} bytes are no test");
    while all.len() < length {
        let part = json!({ "do": "events", "tree": tree["tree"], "from": all.len() });
        let part = client.ask(part).unwrap();
        assert_eq!(part["from"], all.len());
        let more = bytes(part["events"].as_str().unwrap());
        assert!(!more.is_empty());
        all.extend(more);
    }
    assert_eq!(all.len(), length);
    // A search begins with its depth, and ends with the value of the root.
    assert_eq!(all[..2], [0, 7]);
    let after = client.ask(json!({ "do": "events", "tree": tree["tree"], "from": length + 9 })).unwrap();
    assert_eq!(after["events"], "");
    assert!(client.ask(json!({ "do": "events", "tree": "99", "from": 0 })).is_err());
}

/// The page's own tests read searches from a file, which has to be what is answered today.
#[test]
#[expect(clippy::disallowed_methods, reason = "a test may compare with a file, and write it anew")]
fn the_searches_of_the_pages_tests_are_these() {
    let mut client = Client::default();
    let mut ask = |request: Value| {
        let mut answer = client.ask(request).unwrap();
        for volatile in ["tree", "milliseconds"] {
            answer[volatile] = Value::Null;
        }
        answer
    };
    let mut practice =
        |tree: &str, engine: &str| ask(json!({ "do": "practice", "tree": tree, "engine": engine }));
    let known = "((3 12 8) (2 4 6) (14 5 2))";
    let uneven = "(((5 9) (2 7)) (4 (8 1)) ((6 3) (9 2)))";
    let trees = json!({
        "minimax": practice(known, "minimax"),
        "alphabeta": practice(known, "alphabeta"),
        "pvs": practice(known, "pvs"),
        "uneven": practice(uneven, "alphabeta"),
    });
    let boom = json!({ "game": "boom", "moves": ["4", "4", "5"] });
    let searches = json!({
        "trees": trees,
        "boom": ask(json!({ "do": "tree", "line": boom, "engine": "alphabeta:depth=4" })),
        "deepening": ask(json!({ "do": "tree", "line": boom, "engine": "pvs:depth=4,tt=1" })),
        "stopped": ask(json!({ "do": "tree", "line": boom, "engine": "alphabeta:depth=8,nodes=300" })),
        "blocking":
            ask(json!({ "do": "tree", "line": { "game": "connect4", "moves": ["1", "7", "2", "7", "3", "7"] }, "engine": "blockfirst:depth=2" })),
        "random": ask(json!({ "do": "tree", "line": { "game": "connect4:4x4" }, "engine": "mcts:nodes=200,seed=1" })),
    });
    let text = serde_json::to_string(&searches).unwrap() + "\n";
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../web/unit/searches.json");
    if std::env::var_os("PODA_UPDATE").is_some() {
        std::fs::write(path, &text).unwrap();
    }
    assert!(
        std::fs::read_to_string(path).is_ok_and(|known| known == text),
        "run this test with PODA_UPDATE=1"
    );
}

#[test]
fn a_tree_that_runs_out_of_time_says_so() {
    let mut client = Client::default();
    let line = json!({ "game": "connect4", "moves": ["4", "4", "5", "3"] });
    // The clock of the test goes on by a millisecond at every look.
    for engine in ["minimax:depth=12,time=20", "mcts:time=20"] {
        let tree = client.ask(json!({ "do": "tree", "line": line, "engine": engine })).unwrap();
        assert_eq!((&tree["stopped"], &tree["timed_out"]), (&json!(true), &json!(true)), "{engine}: {tree}");
        assert!(tree["nodes"].as_u64() > Some(100), "{engine}: {tree}");
    }
}

#[test]
fn whoever_keeps_most_trees_loses_the_oldest() {
    let (mut greedy, modest) = (Client::default(), "modest");
    let tree = |client: &mut Client, owner: &'static str, depth: u32| {
        client.owner = owner;
        let engine = format!("minimax:depth={depth}");
        let tree =
            client.ask(json!({ "do": "tree", "line": { "game": "connect4" }, "engine": engine })).unwrap();
        tree["tree"].as_str().unwrap().to_owned()
    };
    let small = tree(&mut greedy, modest, 2);
    // Each has 137,257 nodes: four of them are too many.
    let large: Vec<String> = (0..8).map(|_| tree(&mut greedy, "greedy", 6)).collect();
    let mut kept = |name: &str| greedy.ask(json!({ "do": "children", "tree": name, "node": 0 })).is_ok();
    assert!(kept(&small) && kept(&large[7]) && !kept(&large[0]));
}

#[test]
fn heuristics_are_compared_with_what_is_certain() {
    let mut client = Client::default();
    let line = json!({ "game": "crush", "moves": ["1", "7", "2", "7", "3", "7"] });
    let seen = client.ask(json!({ "do": "heuristics", "line": line })).unwrap();
    assert_eq!(seen["exact"]["4"], json!(Score::win_at(1)), "{seen}");
    for evaluator in seen["evaluators"].as_array().unwrap() {
        assert_eq!(evaluator["sides"].as_array().unwrap().len(), 2);
        let ranking = evaluator["ranking"].as_array().unwrap();
        let values: Vec<Score> = ranking.iter().map(|ranked| score(&ranked["score"])).collect();
        assert!(values.is_sorted_by(|better, worse| better >= worse), "{values:?}");
    }
}

#[test]
fn the_catalog_and_the_rules_name_every_game() {
    let mut client = Client::default();
    let catalog = client.ask(json!({ "do": "catalog" })).unwrap();
    assert_eq!(catalog["bots"], json!([]));
    for family in catalog["games"].as_array().unwrap() {
        let page = client.ask(json!({ "do": "rules", "family": family["name"] })).unwrap();
        assert!(!page["blocks"].as_array().unwrap().is_empty(), "{family}");
    }
}

#[test]
fn a_review_is_exact_where_the_game_can_be_solved_and_the_same_each_time() {
    let mut client = Client::default();
    // Player 2 lets player 1 have three in a row, open on both sides; player 1 wins with the seventh stone.
    let line = json!({ "game": "connect4:5x4", "moves": ["3", "3", "2", "2", "4", "4", "1"] });
    let review = client.ask(json!({ "do": "review", "line": line })).unwrap();
    let positions = review["positions"].as_array().unwrap();
    assert_eq!((positions.len(), &review["done"]), (8, &json!(true)));
    assert!(positions.iter().all(|position| position["exact"] == true), "{review}");
    assert_eq!(positions[7]["score"], json!(Score::win_at(0)), "the game is over: {review}");
    assert_eq!(positions[6]["score"], json!(Score::win_at(1)), "for player 1, whoever moves: {review}");
    assert_eq!(positions[5]["score"], json!(Score::win_at(2)), "{review}");
    let boom = json!({ "do": "review", "line": { "game": "boom", "moves": ["4", "4", "3"] } });
    let first = client.ask(boom.clone()).unwrap();
    assert!(first["positions"][3]["best"].is_string(), "{first}");
    assert_eq!(client.ask(boom).unwrap(), first);
}

#[test]
fn a_review_is_kept_if_it_is_whole_and_told_again_without_a_search() {
    let ask = |kept: bool| {
        let line = json!({ "game": "boom", "moves": ["4", "4", "3", "1"] });
        json!({ "do": "review", "line": line, "kept": kept })
    };
    let mut client = Client::default();
    let none = client.ask(ask(true)).unwrap();
    assert_eq!((&none["positions"], &none["complete"]), (&json!([]), &json!(false)), "nothing is kept yet");
    client.host.patience = Some(1);
    let part = client.ask(ask(false)).unwrap();
    assert_eq!(part["complete"], false, "{part}");
    assert!(client.host.reviews.borrow().is_empty(), "what was stopped is not kept");
    client.host.patience = None;
    let review = client.ask(ask(false)).unwrap();
    assert_eq!((client.host.reviews.borrow().len(), &review["complete"]), (1, &json!(true)));
    let looks = client.host.looks.get();
    assert_eq!(client.ask(ask(true)).unwrap(), review);
    assert_eq!(client.ask(ask(false)).unwrap(), review);
    assert_eq!(client.host.looks.get(), looks, "nobody has searched");
    // Other moves of the opening, other moves, another memory: another review.
    for other in [
        json!({ "do": "review", "line": { "game": "boom", "moves": ["4", "4", "3", "1"] }, "opening": 2, "kept": true }),
        json!({ "do": "review", "line": { "game": "boom", "moves": ["4", "4", "3"] }, "kept": true }),
    ] {
        assert_eq!(client.ask(other.clone()).unwrap()["complete"], false, "{other}");
    }
    let mut reviews = client.host.reviews.into_inner().into_keys();
    assert_eq!(reviews.next().unwrap(), "2|64|0|boom||4 4 3 1");
}

/// The numbers of two games. If they change, the same game gets another review: raise `VERSION` in `review.rs`, so that what
/// was kept before is computed again.
#[test]
fn reviews_of_this_version_are_what_they_were() {
    let mut client = Client::default();
    for (game, moves, scores) in [
        (
            "connect4:5x4",
            json!(["3", "3", "2", "2", "4", "4", "1"]),
            "version 2: 0 0 0 -999999983 999999997 999999998 999999999 1000000000",
        ),
        ("boom", json!(["4", "4", "3", "1"]), "version 2: 0 0 118 163 241"),
    ] {
        let review = client.ask(json!({ "do": "review", "line": { "game": game, "moves": moves } })).unwrap();
        let positions = review["positions"].as_array().unwrap();
        let values: Vec<String> =
            positions.iter().map(|position| score(&position["score"]).value().to_string()).collect();
        assert_eq!(format!("version 2: {}", values.join(" ")), scores, "{game}");
    }
}

#[test]
fn a_review_does_not_depend_on_how_long_it_takes() {
    let line = json!({ "game": "boom", "moves": ["4", "4", "3", "1", "1", "7", "7"] });
    let mut quiet = Client::default();
    let review = quiet.ask(json!({ "do": "review", "line": line })).unwrap();
    assert_eq!(review["complete"], json!(true), "{review}");
    // It takes five times as long as a search may.
    let thinking = Duration::from_millis(u64::from(quiet.host.looks.get()) / 5);
    let limits = ServiceLimits { thinking, ..ServiceLimits::default() };
    let mut busy = Client { limits, ..Client::default() };
    assert_eq!(busy.ask(json!({ "do": "review", "line": line })).unwrap(), review);
    // And what is stopped has gaps instead of guesses.
    let limits = ServiceLimits { thinking: thinking / 5, ..ServiceLimits::default() };
    let mut stopped = Client { limits, ..Client::default() };
    let part = stopped.ask(json!({ "do": "review", "line": line })).unwrap();
    assert_eq!((&part["done"], &part["complete"]), (&json!(true), &json!(false)), "{part}");
    for (ply, position) in part["positions"].as_array().unwrap().iter().enumerate() {
        assert!(position["score"].is_null() || *position == review["positions"][ply], "{part}");
    }
}

#[test]
fn a_review_names_the_move_that_cost_most_and_a_better_one() {
    let mut client = Client::default();
    // Player 1 has three in a row, open on both sides after 3 and 2; player 2 had to answer at once.
    let line = json!({ "game": "connect4:5x4", "moves": ["3", "3", "2", "2", "4", "4", "1"] });
    let review = client.ask(json!({ "do": "review", "line": line })).unwrap();
    let costly = review["costly"].as_array().unwrap();
    let losing: Vec<&Value> = costly.iter().filter(|costly| costly["player"] == 2).collect();
    assert_eq!(
        (losing.len(), &losing[0]["ply"], &losing[0]["played"]),
        (1, &json!(3), &json!("2")),
        "{review}"
    );
    assert_eq!(losing[0]["exact"], json!(true), "{review}");
    assert!(losing[0]["before"]["kind"] != "loss" && losing[0]["after"]["kind"] == "loss", "{review}");
    // The better move holds: the game that goes on with it is not lost.
    let better = losing[0]["better"][0].as_str().unwrap();
    let held = json!({ "game": "connect4:5x4", "moves": ["3", "3", "2", better] });
    let held = client.ask(json!({ "do": "review", "line": held })).unwrap();
    assert!(held["positions"][4]["score"]["kind"] != "win", "{held}");
    // What the opening did is nobody's fault.
    let later = client.ask(json!({ "do": "review", "line": line, "opening": 4 })).unwrap();
    assert!(
        later["costly"].as_array().unwrap().iter().all(|costly| costly["ply"].as_u64() >= Some(4)),
        "{later}"
    );
}

#[test]
fn games_are_told_move_by_move() {
    let mut client = Client { language: Language::Spanish, ..Client::default() };
    let line = json!({ "game": "parchis", "moves": ["y1:1", "b1:6", "b1:1"] });
    let story = client.ask(json!({ "do": "tell", "line": line })).unwrap();
    let told = |index: usize| (story["moves"][index]["mover"].clone(), story["moves"][index]["told"].clone());
    assert_eq!(told(0), (json!(1), json!("la amarilla 1 avanza 1 hasta la casilla 5; recoge: estrella")));
    assert_eq!(told(1).0, json!(2));
    assert_eq!(story["moves"][1]["events"][0]["icon"], json!("6"));
    assert_eq!(story["moves"][1]["events"][0]["piece"]["colour"], json!("blue"));
    assert_eq!(story["moves"].as_array().unwrap().len(), 3);
    // The position of the line tells its last move only, and what can be done now.
    let shown = client.ask(json!({ "do": "show", "line": line })).unwrap();
    assert_eq!(shown["scene"]["events"], story["moves"][2]["events"]);
    let prospects = shown["scene"]["prospects"].as_array().unwrap();
    assert_eq!(prospects.len(), shown["legal"].as_array().unwrap().len());
}

#[test]
fn positions_are_edited_and_say_what_is_wrong() {
    let mut client = Client::default();
    let start = client.ask(json!({ "do": "draft", "game": "connect4" })).unwrap();
    assert_eq!((&start["text"], &start["problem"]), (&json!("7/7/7/7/7/7 1"), &Value::Null));
    let mut text = start["text"].clone();
    for brush in ["stone-2", "stone-1"] {
        let stroke = json!({ "place": "column-4", "brush": brush });
        let draft =
            client.ask(json!({ "do": "draft", "game": "connect4", "text": text, "stroke": stroke })).unwrap();
        assert_eq!(draft["problem"].is_null(), brush == "stone-1", "{draft}");
        text = draft["text"].clone();
    }
    assert_eq!(text, json!("7/7/7/7/3x3/3o3 1"));
    let broken = client.ask(json!({ "do": "draft", "game": "connect4", "text": "nonsense" })).unwrap();
    assert!(broken["problem"].is_string() && broken["scene"].is_null(), "{broken}");
    let long = "7".repeat(2000);
    assert!(client.ask(json!({ "do": "draft", "game": "connect4", "text": long })).is_err());
}

#[test]
fn games_are_written_and_read_back() {
    let mut client = Client::default();
    for (game, moves) in [
        ("connect4", vec!["4", "4", "5", "5"]),
        ("boom", vec!["4", "4", "3", "5", "5"]),
        ("parchis", vec!["y1:1", "b1:6", "b1:1"]),
        ("connect4:5x4:3", vec!["1", "2", "1", "2", "1"]),
    ] {
        let line = json!({ "game": game, "moves": moves });
        let players = json!(["you \"a\"", "ninja1"]);
        let texts = client.ask(json!({ "do": "write", "line": line, "players": players })).unwrap();
        for form in ["pgn", "moves"] {
            let read = client.ask(json!({ "do": "read", "game": game, "text": texts[form] })).unwrap();
            assert_eq!(read["line"]["moves"], json!(moves), "{}", texts[form]);
            let known = if form == "pgn" { players.clone() } else { json!([]) };
            assert_eq!(read["players"], known);
        }
    }
    let pgn = client
        .ask(json!({ "do": "write", "line": { "game": "boom", "moves": ["4", "4", "3", "5"] } }))
        .unwrap();
    assert!(pgn["pgn"].as_str().unwrap().ends_with("\n1. 4 1... 4 2... 3 3. 5 *\n"), "{pgn}");
    // Comments, variations and marks are no moves.
    let text = "1. 4 {good} 4 (4. 3) 2. 5!? 5?? $1 *";
    let read = client.ask(json!({ "do": "read", "game": "connect4", "text": text })).unwrap();
    assert_eq!(read["line"]["moves"], json!(["4", "4", "5", "5"]));
    let error = client.ask(json!({ "do": "read", "game": "connect4", "text": "4 9" })).unwrap_err();
    assert!(error.to_string().contains("illegal move \"9\""), "{error}");
}

#[test]
fn stories_are_told_with_what_each_step_was_worth() {
    let stories = Client::default().ask(json!({ "do": "stories" })).unwrap();
    let stories = stories["stories"].as_array().unwrap();
    assert_eq!(stories.len(), 5);
    for story in stories {
        let stages = story["stages"].as_array().unwrap();
        let pairs = stages.len() * (stages.len() - 1);
        assert_eq!(story["results"].as_array().unwrap().len(), pairs, "{}", story["name"]);
        // The first stage of a path has nothing before it; every other one has a step.
        let steps = story["steps"].as_array().unwrap();
        let without = steps.iter().filter(|step| step.is_null()).count();
        assert_eq!((steps.len(), without), (stages.len(), 1), "{}", story["name"]);
    }
    let lines = stories.iter().find(|story| story["name"] == "lines").unwrap();
    let stages = lines["stages"].as_array().unwrap();
    let explode = stages.iter().position(|stage| stage["name"] == "always-explode").unwrap();
    let step = &lines["steps"][explode];
    assert_eq!((step["other"].as_str(), stages[explode]["kind"].as_str()), (Some("lines"), Some("given-up")));
    assert!(step["share"].as_u64().unwrap() < 10);
}

#[test]
fn whoever_blocks_first_has_a_tree_and_players_go_by_their_names() {
    for engine in ["gaps", "gaps-clean", "blockfirst:depth=3,eval=gaps"] {
        let line = json!({ "game": "connect4:8x8", "moves": ["8", "1", "7", "2", "8", "3"] });
        let mut client = Client::default();
        let tree = client.ask(json!({ "do": "tree", "line": line, "engine": engine })).unwrap();
        assert_eq!(tree["best"], "4", "{engine}");
        assert_eq!(tree["children"].as_array().unwrap().len(), 8, "{engine}");
    }
}

#[test]
fn the_messages_of_the_documentation_are_messages() {
    for page in [include_str!("../../../../../docs/page.md"), include_str!("../../../../../docs/es/page.md")]
    {
        let lines: Vec<&str> = page.lines().filter(|line| line.starts_with("{\"do\"")).collect();
        assert!(lines.len() >= 9, "{lines:?}");
        for line in lines {
            poda_service::Call::read(line).unwrap();
        }
    }
}
