//! The lists are whole: every name in them opens, every option works, and bad names are refused in one line.

use poda_agent::ThinkingLimits;
use poda_catalog::{ENGINES, agent};
use poda_core::NoObserver;

use crate::{catalog, open};

#[test]
fn every_player_plays_every_game_with_every_evaluator() {
    for spec in catalog().samples() {
        let game = open(spec).unwrap();
        let reopened = open(game.spec()).unwrap();
        assert_eq!(reopened.spec(), game.spec());
        assert_eq!(reopened.session().position(), game.session().position());
        let legal = game.session().legal();
        let mut players: Vec<String> = Vec::new();
        for engine in ENGINES {
            if let Err(error) = agent(game.as_ref(), engine.name) {
                assert_eq!(engine.name, "exact", "{error}");
                let line = error.to_string();
                assert!(line.contains("can be solved") && !line.contains('\n'), "{spec}: {line}");
                continue;
            }
            players.push(format!("{}:", engine.name));
            if engine.options().iter().any(|option| option.name == "eval") {
                let evaluators = game.evaluators();
                players.extend(
                    evaluators.iter().map(|info| format!("{}:depth=2,eval={}", engine.name, info.name)),
                );
            }
        }
        let family = game.family();
        assert!(game.evaluators().iter().any(|info| info.name == family.judge), "{spec}: {}", family.judge);
        players.extend(family.built_in.iter().map(|player| player.name.clone()));
        players.extend(family.stages().map(|stage| stage.name.to_owned()));
        for player in players {
            let mut agent = agent(game.as_ref(), &player).unwrap();
            let few = ThinkingLimits { nodes: Some(2000), ..ThinkingLimits::default() };
            let choice = agent.choose(&game.session(), few, &mut NoObserver).unwrap();
            assert!(legal.contains(&choice.mv), "{player} plays {} in {spec}", choice.mv);
            assert_eq!(choice.pv[0], choice.mv, "{player} in {spec}");
        }
    }
}

/// The page offers exactly the sizes that can be opened.
#[test]
fn sizes_open_up_to_their_ends() {
    let catalog = catalog();
    let families: Vec<_> =
        catalog.families().iter().filter_map(|family| family.sizes.map(|sizes| (family, sizes))).collect();
    assert!(!families.is_empty());
    for (family, sizes) in families {
        let opens = |columns, rows, run| open(&format!("{}:{columns}x{rows}:{run}", family.name)).ok();
        let (columns, rows, run) = (sizes.columns, sizes.rows, sizes.run);
        let usual = opens(columns.usual, rows.usual, run.usual).unwrap();
        assert_eq!(usual.spec(), open(&family.name).unwrap().spec());
        for (range, size_of) in [
            (columns, &(|columns| (columns, rows.least, run.least)) as &dyn Fn(u32) -> (u32, u32, u32)),
            (rows, &|rows| (columns.least, rows, run.least)),
            (run, &|run| (columns.least, rows.most, run)),
        ] {
            for (number, can) in
                [(range.least, true), (range.least - 1, false), (range.most, true), (range.most + 1, false)]
            {
                let (columns, rows, run) = size_of(number);
                assert_eq!(opens(columns, rows, run).is_some(), can, "{columns}x{rows}:{run}");
            }
        }
    }
}

/// They stand in menus.
#[test]
fn titles_are_short() {
    let catalog = catalog();
    let players = catalog.families().iter().flat_map(|family| &family.built_in);
    let players = players.map(|player| (player.name.as_str(), player.title.clone()));
    for (name, title) in players.chain(ENGINES.iter().map(|engine| (engine.name, engine.title.into()))) {
        for text in [title.english(), title.spanish()] {
            assert!((1..=36).contains(&text.chars().count()), "{name}: {text}");
        }
    }
}

#[test]
fn bad_games_are_refused_by_name() {
    for (spec, why) in [
        ("conect4", "unknown game \"conect4\" (did you mean \"connect4\"?)"),
        ("", "unknown game \"\""),
        ("chess", "known games: connect4, boom, crush, desconecta, parchis"),
        ("connect4:0x0", "0x0"),
        ("connect4:99x99", "99x99"),
        ("connect4:7", "\"7\" is not a size such as 8x8"),
        ("connect4:7x6:0", "0"),
        ("connect4:7x6:four", "\"four\" is not a number of stones in line"),
        ("connect4:99999999999x1", "\"99999999999x1\" is not a size"),
        ("connect4:4294967295x4294967295", "4294967295x4294967295"),
        ("boom:8x8", "it has no options, so \"8x8\" means nothing"),
        ("parchis:1999", "\"1999\""),
        ("parchis:2023:nowhere", "\"nowhere\""),
    ] {
        let error = open(spec).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(error.contains(why), "{spec}: {error}");
        assert!(!error.contains('\n'), "{spec}: more than one line");
    }
}

#[test]
fn bad_players_are_refused_by_name() {
    let game = open("boom").unwrap();
    for (spec, why) in [
        ("sensey", "unknown player \"sensey\" (did you mean \"sensei\"?)"),
        ("pvs:eval=nonsense", "boom has no evaluator \"nonsense\", only threats, windows"),
        ("cmd:./mybot", "unknown player \"cmd\""),
    ] {
        let error = agent(game.as_ref(), spec).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(error.contains(why), "{spec}: {error}");
    }
}
