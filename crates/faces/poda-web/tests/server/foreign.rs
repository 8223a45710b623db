//! A records file that was changed without Poda.

use poda_contest::{Conditions, Contest, Format, Openings, Plan, Player, RunStore};

use crate::common::{ask, owner, start_with};

#[tokio::test]
async fn numbers_of_a_file_are_checked_before_anything_is_made_of_them() {
    let folder = tempfile::tempdir().unwrap();
    for (place, (field, value, why)) in [
        ("games", "2000000000", "games is 2000000000: a number from 0 to"),
        ("games", "9000000000000000000", "games is 9000000000000000000: a number"),
        ("games", "-2", "games is -2: a number"),
        ("limits.processes", "-1", "processes is -1: a number"),
        ("time_ms", "18446744073709551615", "time_ms is 18446744073709551615: a number"),
    ]
    .into_iter()
    .enumerate()
    {
        let records = folder.path().join(format!("{place}.db"));
        let contest = Contest {
            game: "boom".into(),
            players: Player::read_all(&["a=random", "b=random"]),
            plan: Plan { format: Format::RoundRobin, players: 2, games: 2, rounds: 1 },
            openings: Openings::None,
            conditions: Conditions::default(),
            seed: 1,
            sprt: None,
            shard: None,
        };
        RunStore::open(&records).unwrap().begin(&contest).unwrap();
        let tamper = format!("update runs set contest = json_set(contest, '$.{field}', json('{value}'))");
        rusqlite::Connection::open(&records).unwrap().execute_batch(&tamper).unwrap();
        let address = start_with(move |options| options.records = Some(records)).await;
        for (method, path) in [
            ("GET", "/api/runs"),
            ("GET", "/api/runs/1"),
            ("GET", "/api/runs/1/games?skip=0&count=2"),
            ("POST", "/api/runs/1"),
            ("DELETE", "/api/runs/1"),
        ] {
            let (status, _, body) = ask(address, method, path, &owner("me"), "").await;
            assert!(status == 500 && body.contains(why), "{method} {path}: {status} {body}");
        }
    }
}
