//! Records files that come from elsewhere are data.

use poda_agent::{BotLimits, SandboxChoice};
use poda_bots::read_player;
use poda_contest::{
    Conditions, Contest, Format, Openings, Plan, Player, ReadyContest, Records, RunStore, resume_options,
};

use crate::common;

fn contest() -> Contest {
    Contest {
        game: "boom".into(),
        players: Player::read_all(&["a=random", "b=random"]),
        plan: Plan { format: Format::RoundRobin, players: 2, games: 2, rounds: 1 },
        openings: Openings::None,
        conditions: Conditions::default(),
        seed: 1,
        sprt: None,
        shard: None,
    }
}

#[test]
fn triggers_and_views_of_a_file_do_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("arena.db");
    let games = common::play(&contest(), 1);
    let id = RunStore::open(&path).unwrap().begin(&contest()).unwrap();
    let raw = |batch: &str| rusqlite::Connection::open(&path).unwrap().execute_batch(batch).unwrap();
    raw("create trigger a after insert on games begin delete from games; end;
         create trigger b before update on runs begin select raise(abort, 'no'); end;");
    let store = RunStore::open(&path).unwrap();
    store.add(id, &games).unwrap();
    store.finish(id).unwrap();
    assert_eq!((store.games(id).unwrap().len(), store.run(id).unwrap().finished), (2, true));
    drop(store);
    raw("alter table games rename to real; create view games as select * from real;");
    for opened in [RunStore::open(&path), RunStore::read(&path)] {
        let error = opened.unwrap().games(id).unwrap_err().to_string();
        assert!(error.contains("access to view \"games\" prohibited"), "{error}");
    }
}

/// What `poda resume` has to be told, because the file does not decide.
#[test]
fn limits_are_repeated_for_programs_alone() {
    let usual = BotLimits::default();
    let wide = BotLimits { sandbox: SandboxChoice::None, memory: 4096, processes: 1, scratch: 65, ..usual };
    for (limits, has_programs, own, options) in [
        (wide, false, false, ""),
        (usual, true, true, ""),
        (usual, true, false, " --allow-programs"),
        (wide, true, true, " --sandbox none --memory-limit 4096 --scratch-limit 65"),
        (wide, true, false, " --allow-programs --sandbox none --memory-limit 4096 --scratch-limit 65"),
    ] {
        assert_eq!(resume_options(limits, has_programs, own), options, "{limits:?}");
    }
}

#[cfg(unix)]
#[test]
fn openings_are_read_up_to_a_size() {
    let endless = Contest { openings: Openings::File("/dev/zero".into()), ..contest() };
    let error = ReadyContest::new(endless, &poda_catalog::Catalog::default(), &read_player)
        .err()
        .unwrap()
        .to_string();
    assert_eq!(error, "cannot read the openings /dev/zero: file too large");
}
