//! Agents that are kept between the moves of a game.

use serde_json::{Value, json};

use super::Client;

fn choose(client: &mut Client, game: &str, moves: &[String], player: &str) -> Value {
    let line = json!({ "game": game, "moves": moves });
    client.ask(json!({ "do": "choose", "line": line, "player": player })).unwrap()
}

/// A search limited by depth or nodes is a function of the position: what an agent has searched before changes nothing.
#[test]
fn a_kept_agent_plays_as_a_fresh_one() {
    for (game, aside, players) in [
        ("connect4", "1", ["pvs:depth=5,late=reduce", "pvs:depth=4,noise=300,seed=7"]),
        ("connect4:5x4", "2", ["exact:nodes=3000", "pvs:depth=4,exact=2000"]),
        ("boom", "7", ["pvs:depth=4,turns=complete", "exact:nodes=2000"]),
        ("crush", "3", ["mcts:nodes=150,seed=2", "ninja2"]),
        ("nraya", "", ["alphabeta:depth=2", "random:seed=5"]),
    ] {
        let mut kept = Client::default();
        let mut moves = Vec::new();
        for ply in 0..8 {
            let player = players[ply % 2];
            let fresh = choose(&mut Client::default(), game, &moves, player);
            assert_eq!(choose(&mut kept, game, &moves, player), fresh, "{game} {player} after {moves:?}");
            if !aside.is_empty() {
                choose(&mut kept, game, &[aside.to_owned()], player);
            }
            if !fresh["position"]["outcome"].is_null() {
                break;
            }
            moves.push(fresh["move"].as_str().unwrap().to_owned());
        }
        assert_eq!(kept.host.admitted.get(), 2, "{game}: each player was resolved once");
    }
}

#[test]
fn a_choice_brings_the_position_after_it() {
    let mut client = Client::default();
    let chosen = choose(&mut client, "boom", &["4".to_owned()], "ninja1");
    let moves = [json!("4"), chosen["move"].clone()];
    let mut shown = client.ask(json!({ "do": "show", "line": { "game": "boom", "moves": moves } })).unwrap();
    shown.as_object_mut().unwrap().remove("is");
    assert_eq!(chosen["position"], shown);
    assert_eq!(client.sessions.moves_read(), 2, "each move was read once");
}
