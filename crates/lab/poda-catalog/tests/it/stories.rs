//! The stories of the reports: their stages play, their results are whole, and what a report shows happens.

use poda_agent::ThinkingLimits;
use poda_catalog::{STORIES, agent, player_spec};
use poda_core::NoObserver;

use crate::open;

#[test]
fn every_stage_has_a_name_of_its_own_and_plays() {
    for story in STORIES {
        let game = open(story.game).unwrap();
        let last = story.stage(story.name).expect("a story has its last player");
        assert_eq!(player_spec(game.as_ref(), last.name).unwrap(), last.spec.parse().unwrap());
        for stage in story.stages {
            let spec = player_spec(game.as_ref(), stage.name).unwrap();
            assert_eq!(spec, stage.spec.parse().unwrap(), "{}", stage.name);
            assert!(stage.measured(story).is_ok());
            let same = STORIES.iter().flat_map(|story| story.stages).filter(|other| other.name == stage.name);
            assert_eq!(same.count(), 1, "{}", stage.name);
        }
    }
    let game = open("crush").unwrap();
    let crush = game.family();
    let names: Vec<_> = crush.stages().map(|stage| stage.name).collect();
    assert_eq!(names, ["lines-first", "lines-bomb", "always-explode", "lines-text", "lines-code"]);
}

#[test]
fn every_two_stages_have_met_as_often_as_the_story_says() {
    for story in STORIES {
        for (index, one) in story.stages.iter().enumerate() {
            for other in &story.stages[index + 1..] {
                let met = story.between(one.name, other.name);
                let games: u32 = met.map_or(0, |met| met.counts().iter().sum());
                assert_eq!(games, story.games, "{}: {} and {}", story.name, one.name, other.name);
                let turned = story.between(other.name, one.name).map(|met| met.counts());
                assert_eq!(turned, met.map(|met| [met.losses, met.wins, met.draws]));
            }
        }
        let pairs = story.stages.len() * (story.stages.len() - 1) / 2;
        assert_eq!(story.results().count(), pairs, "{}", story.name);
    }
}

/// The two pictures of the report on Crush: exploding "leaves a hole", and then the next player wins.
#[test]
fn always_exploding_leaves_a_hole() {
    let game = open("crush").unwrap();
    let picture = "7/7/3X3/3o3/3ox2/3xo2/2oxOxx 2 11";
    let choose = |player: &str, moves: &str| {
        let session = game.follow(&game.line(Some(picture), moves)).unwrap();
        let mut agent = agent(game.as_ref(), player).unwrap();
        agent.choose(&session, ThinkingLimits::default(), &mut NoObserver).unwrap().mv
    };
    assert_eq!(choose("always-explode", ""), "B");
    assert_ne!(choose("lines", ""), "B");
    let session = game.follow(&game.line(Some(picture), "B6")).unwrap();
    assert_eq!(session.outcome().and_then(poda_core::Outcome::winner), Some(poda_core::Side::First));
    assert_eq!(choose("alphabeta:depth=2,eval=lines,wins=sooner", "B"), "6");
    // Without a bomb it is `lines`.
    let start = |player: &str| {
        let mut agent = agent(game.as_ref(), player).unwrap();
        agent
            .choose(&game.follow(&game.line(None, "44")).unwrap(), ThinkingLimits::default(), &mut NoObserver)
            .unwrap()
    };
    let (one, other) = (start("always-explode"), start("lines"));
    assert_eq!((one.mv, one.score, one.nodes), (other.mv, other.score, other.nodes));
}

/// What the list of nodes does that minimax would not: the first column is taken for "no move found".
#[test]
fn the_list_of_nodes_confuses_the_first_column_with_none() {
    let game = open("connect4:8x8").unwrap();
    let choose = |player: &str, moves: &str| {
        let mut agent = agent(game.as_ref(), player).unwrap();
        agent
            .choose(
                &game.follow(&game.line(None, moves)).unwrap(),
                ThinkingLimits::default(),
                &mut NoObserver,
            )
            .unwrap()
            .mv
    };
    // Three of the rival's stand on the floor in columns 2 to 4, and 5 is taken: only column 1 blocks.
    assert_eq!(choose("gaps-clean", "25384"), "1");
    assert_ne!(choose("gaps", "25384"), "1");
    // In any other column it does block.
    assert_eq!(choose("gaps", "817283"), "4");
}
