//! What a worker needs before it can work for a run: the contest with its programs unpacked, built and tried, or a solver.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use poda_agent::{Agent, AgentError, BotLimits, Choice, GameSession, SandboxChoice, ThinkingLimits};
use poda_bots::{
    Built, CacheBounds, Sandbox, note_use, private_folder, private_parents, read_plain, read_player,
    tidy_cache,
};
use poda_catalog::{AnyGame, AnySolver, PlayerSpec};
use poda_contest::{GamePlayer, ReadyPlayers, contest_of_json};
use poda_core::{Message, MoveScore, SearchObserver, Text, Translate, message, stop_when};
use serde::Deserialize;

use super::Worker;
use crate::{
    parcel,
    wire::{SolveSettings, Work},
};

/// What is ready.
pub(super) enum Prepared {
    Games {
        contest: Box<ReadyPlayers>,
        /// Players with agents of their own, for one job at a time each.
        players: Mutex<Vec<GamePlayer>>,
        /// Those whose programs do not run here, by their places, and why.
        lacks: Mutex<BTreeMap<usize, Message>>,
    },
    Positions {
        game: Arc<dyn AnyGame>,
        settings: SolveSettings,
        solvers: Mutex<Vec<Box<dyn AnySolver>>>,
    },
}

/// How long a program may be built.
const BUILDING: Duration = Duration::from_mins(5);
/// Folders below a parcel in which something to build is looked for.
const DEEPEST: usize = 3;

/// A player's program as it arrived.
pub(super) enum Arrived {
    /// Its checksum and its bytes.
    Program(String, Vec<u8>),
    /// It is not here, for this reason: others may have it.
    Lost(Message),
    /// The coordinator could not pack it: its player loses on every machine.
    Never(Message),
}

/// A player whose program was never sent.
struct Absent(Message);

impl Agent for Absent {
    fn new_game(&mut self, _: u64) {}

    fn choose(
        &mut self,
        _: &GameSession,
        _: ThinkingLimits,
        _: &mut dyn SearchObserver,
    ) -> Result<Choice, AgentError> {
        Err(AgentError::NoStart(self.0.clone()))
    }

    fn analyze(
        &mut self,
        _: &GameSession,
        _: ThinkingLimits,
        _: &mut dyn SearchObserver,
    ) -> Result<Vec<MoveScore>, AgentError> {
        Err(AgentError::NoStart(self.0.clone()))
    }
}

/// What a run asks for and this worker does not give its programs.
fn excess(asked: &BotLimits, given: &BotLimits) -> Option<Message> {
    let amounts = [
        (asked.memory, given.memory, Text::new("MB of memory", "MB de memoria")),
        (asked.processor, given.processor, Text::new("s of processor time", "s de tiempo de procesador")),
        (asked.processes as u64, given.processes as u64, Text::new("processes", "procesos")),
        (asked.scratch, given.scratch, Text::new("MB of scratch folder", "MB de carpeta temporal")),
    ];
    let (asked, given, what) = amounts.into_iter().find(|(asked, given, _)| asked > given)?;
    Some(message!(language =>
        "needs {asked} {what}, this worker gives {given}",
        "necesita {asked} {what}, esta máquina da {given}",
        asked,
        given,
        what = what.get(language)
    ))
}

/// Gets ready for a run. Parcels come by the places of the players.
///
/// # Errors
/// If this worker cannot work for it, with the reason.
pub(super) fn prepare(
    work: Work,
    parcels: &[Option<Arrived>],
    worker: &Worker,
    stops: &dyn Fn() -> bool,
) -> Result<Prepared, Message> {
    match work {
        Work::Games { contest, .. } => {
            let mut contest = contest_of_json(&contest.to_string()).map_err(|error| error.message())?;
            // The sandbox is this machine's choice, whatever the coordinator's is, and its limits are the most that a run can have.
            contest.conditions.bots.sandbox = worker.bots.sandbox;
            let limits = contest.conditions.bots;
            let excess = excess(&limits, &worker.bots);
            let mut lacks = BTreeMap::new();
            let mut absent: BTreeMap<String, Message> = BTreeMap::new();
            for (place, (player, parcel)) in contest.players.iter_mut().zip(parcels).enumerate() {
                // The run has no say in where a program runs on this machine.
                player.folder = None;
                match (parcel, &excess) {
                    (None, _) => {}
                    (Some(Arrived::Never(why)), _) => {
                        player.spec = format!("guest:{place}");
                        absent.insert(player.spec.clone(), why.clone());
                    }
                    (Some(Arrived::Lost(why)), _) | (Some(Arrived::Program(..)), Some(why)) => {
                        drop(lacks.insert(place, why.clone()));
                    }
                    (Some(Arrived::Program(name, bytes)), None) => {
                        match unpack(&worker.cache, name, bytes, &limits, stops) {
                            Ok(folder) => player.folder = Some(folder),
                            Err(why) => drop(lacks.insert(place, why)),
                        }
                    }
                }
            }
            let read = |text: &str, game: &dyn AnyGame, folder: Option<&Path>| match absent.get(text).cloned()
            {
                Some(why) => Ok(PlayerSpec::Guest(Arc::new(move |_| Ok(Box::new(Absent(why.clone())))))),
                None => read_player(text, game, folder),
            };
            let contest =
                ReadyPlayers::new(contest, &worker.catalog, &read).map_err(|error| error.message())?;
            let sandbox = if contest.has_programs() {
                check_sandbox(limits.sandbox, worker.weak_sandbox).err()
            } else {
                None
            };
            for place in 0..contest.contest().players.len() {
                if lacks.contains_key(&place) || !contest.is_program(place) {
                    continue;
                }
                let why = match &sandbox {
                    Some(why) => Some(why.clone()),
                    None => contest
                        .check_program(place, &mut stop_when(|_| stops()))
                        .err()
                        .map(|error| error.message()),
                };
                lacks.extend(why.map(|why| (place, why)));
            }
            if let Some(why) = nothing_left(&contest, &lacks) {
                return Err(why);
            }
            let lacks = Mutex::new(lacks);
            Ok(Prepared::Games { contest: Box::new(contest), players: Mutex::default(), lacks })
        }
        Work::Positions(settings) => {
            let game = worker.catalog.open(&settings.game).map_err(|error| error.message())?;
            let first = solver(game.as_ref(), &settings)?;
            Ok(Prepared::Positions { game, settings, solvers: Mutex::new(vec![first]) })
        }
    }
}

/// Why no game can be played here, if so few players are left.
pub(super) fn nothing_left(contest: &ReadyPlayers, lacks: &BTreeMap<usize, Message>) -> Option<Message> {
    let players = &contest.contest().players;
    let (place, why) = lacks.first_key_value().filter(|_| players.len() < lacks.len() + 2)?;
    let player = &players.get(*place)?.name;
    Some(message!(language => "{player}: {why}", "{player}: {why}", player, why = why.text(language)))
}

/// A solver with its table.
pub(super) fn solver(game: &dyn AnyGame, settings: &SolveSettings) -> Result<Box<dyn AnySolver>, Message> {
    let mut solver = game.solver(settings.table as usize, 1).map_err(|error| error.message())?;
    if settings.no_book {
        solver.close_book();
    }
    Ok(solver)
}

fn check_sandbox(choice: SandboxChoice, accepts_weak: bool) -> Result<(), Message> {
    let sandbox = Sandbox::find(choice).map_err(|error| error.message())?;
    if sandbox.is_complete() || accepts_weak {
        return Ok(());
    }
    Err(message!(language =>
        "a program could do harm here: {list}; install bubblewrap, or accept it with --weak-sandbox",
        "un programa podría hacer daño aquí: {list}; instala bubblewrap, o acéptalo con --weak-sandbox",
        list = sandbox.weaknesses().iter().map(|weakness| weakness.get(language)).collect::<Vec<_>>().join("; ")
    ))
}

/// What is kept of the programs that came. Whatever was begun in the last two days may still be played.
const KEPT: CacheBounds = CacheBounds { busy: Duration::from_hours(48), ..CacheBounds::USUAL };

/// Where a program is unpacked.
fn place(cache: &Path, name: &str) -> PathBuf {
    cache.join(name)
}

/// Whether a program is unpacked and built here. A name that is no checksum is nobody's.
pub(super) fn has(cache: &Path, name: &str) -> bool {
    is_checksum(name) && place(cache, name).is_dir()
}

fn is_checksum(name: &str) -> bool {
    name.len() == 64 && name.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Unpacks and builds a program once, and gives its folder.
fn unpack(
    cache: &Path,
    name: &str,
    bytes: &[u8],
    limits: &BotLimits,
    stops: &dyn Fn() -> bool,
) -> Result<PathBuf, Message> {
    if !is_checksum(name) {
        return Err(message!("{name:?} is no checksum", "{name:?} no es una suma de comprobación", name));
    }
    let place = place(cache, name);
    if place.is_dir() {
        note_use(&place);
        return Ok(place);
    }
    private_parents(cache).map_err(|error| error.message())?;
    // Beside its place, and moved there when it is whole: two workers of a machine may share it.
    let whole = tempfile::Builder::new().prefix("new-").tempdir_in(cache).map_err(|error| error.message())?;
    let folder = whole.path().join("program");
    private_folder(&folder).map_err(|error| error.message())?;
    parcel::unpack(bytes, name, &folder)?;
    build_all(&folder, 0, limits, stops)?;
    match fs::rename(&folder, &place) {
        Ok(()) => {
            note_use(&place);
            tidy_cache(cache, KEPT);
            Ok(place)
        }
        Err(_) if place.is_dir() => Ok(place),
        Err(error) => Err(error.message()),
    }
}

/// The part of `bot.toml` that is about building.
#[derive(Deserialize)]
struct Recipe {
    build: Option<String>,
}

/// A `bot.toml` of more bytes is none.
const LONGEST_RECIPE: u64 = 1 << 16;

/// Builds whatever has a recipe: in the sandbox, like everything that came from elsewhere.
fn build_all(
    folder: &Path,
    depth: usize,
    limits: &BotLimits,
    stops: &dyn Fn() -> bool,
) -> Result<(), Message> {
    let recipe = read_plain(&folder.join("bot.toml"), LONGEST_RECIPE).ok();
    if let Some(command) =
        recipe.and_then(|text| toml::from_slice::<Recipe>(&text).ok()).and_then(|recipe| recipe.build)
    {
        return build(&command, folder, limits, stops);
    }
    if depth < DEEPEST {
        for entry in fs::read_dir(folder).map_err(|error| error.message())?.flatten() {
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                build_all(&entry.path(), depth + 1, limits, stops)?;
            }
        }
    }
    Ok(())
}

fn build(command: &str, folder: &Path, limits: &BotLimits, stops: &dyn Fn() -> bool) -> Result<(), Message> {
    let began = Instant::now();
    let built = poda_bots::build(command, folder, limits, BUILDING, &mut || stops());
    let Built { succeeded, log, .. } = built.map_err(|error| error.message())?;
    if succeeded {
        return Ok(());
    }
    let seconds = began.elapsed().as_secs();
    let line = log.lines().find(|line| line.contains("rror")).or(log.lines().last()).unwrap_or_default();
    let line: String = line.chars().take(300).collect();
    Err(message!(
        "its build failed after {seconds} s: {line}",
        "su compilación falló tras {seconds} s: {line}",
        seconds,
        line
    ))
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use poda_bots::Luggage;
    use poda_contest::{
        Conditions, Contest, Format, Openings, Pairing, Plan, Player, Termination, contest_to_json,
    };

    use super::*;

    #[test]
    fn programs_that_nobody_has_used_for_long_make_room() {
        let (cache, source) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        fs::write(source.path().join("bot.py"), "print(1)").unwrap();
        let [old, new] = ["a", "b"].map(|letter| cache.path().join(letter.repeat(64)));
        for folder in [&old, &new] {
            fs::create_dir(folder).unwrap();
            note_use(folder);
        }
        let mark = fs::File::options().append(true).open(old.with_extension("used")).unwrap();
        mark.set_modified(SystemTime::now() - KEPT.age - Duration::from_secs(1)).unwrap();
        let contents = vec![(source.path().to_owned(), PathBuf::from("bot"))];
        let bytes = parcel::pack(&Luggage { spec: String::new(), contents }).unwrap();
        let name = parcel::checksum(&bytes);
        let folder = unpack(cache.path(), &name, &bytes, &BotLimits::default(), &|| false).unwrap();
        assert!(folder.join("bot/bot.py").is_file() && has(cache.path(), &name));
        assert!(new.is_dir() && !old.is_dir());
        assert!(unpack(cache.path(), "../elsewhere", &bytes, &BotLimits::default(), &|| false).is_err());
    }

    fn worker(cache: &Path, bots: BotLimits) -> Worker {
        Worker {
            catalog: poda_catalog::Catalog::default(),
            server: "nats://127.0.0.1:1".parse().unwrap(),
            name: String::new(),
            slots: 1,
            cache: cache.to_owned(),
            bots,
            weak_sandbox: true,
            identity: crate::Identity::own(),
        }
    }

    fn games(bots: BotLimits) -> Work {
        let contest = Contest {
            game: "connect4".into(),
            players: Player::read_all(&["random", "other=random", "bot=json:true"]),
            plan: Plan { format: Format::RoundRobin, players: 3, games: 2, rounds: 1 },
            openings: Openings::None,
            conditions: Conditions { bots, ..Conditions::default() },
            seed: 1,
            sprt: None,
            shard: None,
        };
        Work::Games { contest: contest_to_json(&contest), parcels: Vec::new() }
    }

    #[test]
    fn the_sandbox_is_the_worker_s_own_and_its_limits_are_the_most() {
        let usual = BotLimits::default();
        for (asked, why) in [
            (usual, None),
            (BotLimits { memory: 8192, ..usual }, Some("needs 8192 MB of memory, this worker gives 2048")),
            (BotLimits { memory: 2047, ..usual }, None),
            (
                BotLimits { processor: 3601, ..usual },
                Some("needs 3601 s of processor time, this worker gives 3600"),
            ),
            (BotLimits { processes: 65, ..usual }, Some("needs 65 processes, this worker gives 64")),
            (BotLimits { scratch: 65, ..usual }, Some("needs 65 MB of scratch folder, this worker gives 64")),
        ] {
            assert_eq!(excess(&asked, &usual).map(|why| why.english().to_owned()).as_deref(), why);
        }
        let cache = tempfile::tempdir().unwrap();
        for own in SandboxChoice::ALL {
            let worker = worker(cache.path(), BotLimits { sandbox: own, ..usual });
            for asked in SandboxChoice::ALL {
                // The program is lost on its way, so that nothing is started.
                let arrived = [None, None, Some(Arrived::Lost(Message::verbatim("lost")))];
                let work = games(BotLimits { sandbox: asked, memory: 1024, ..usual });
                let prepared = prepare(work, &arrived, &worker, &|| false);
                let Ok(Prepared::Games { contest, .. }) = prepared else { panic!("{own:?} {asked:?}") };
                let bots = contest.contest().conditions.bots;
                assert_eq!((bots.sandbox, bots.memory), (own, 1024), "asked for {asked:?}");
            }
        }
        let bytes = Vec::new();
        let arrived = [None, None, Some(Arrived::Program("0".repeat(64), bytes))];
        let work = games(BotLimits { memory: 8192, ..usual });
        let prepared = prepare(work, &arrived, &worker(cache.path(), usual), &|| false);
        let Ok(Prepared::Games { lacks, .. }) = prepared else { panic!("the other games are played") };
        let lacks = lacks.into_inner().unwrap();
        assert_eq!(lacks.keys().collect::<Vec<_>>(), [&2]);
        assert!(lacks[&2].english().contains("needs 8192 MB"), "{}", lacks[&2]);
    }

    #[test]
    fn a_program_that_was_never_sent_loses_without_a_start() {
        let cache = tempfile::tempdir().unwrap();
        let arrived = [None, None, Some(Arrived::Never(Message::verbatim("it was too large")))];
        let worker = worker(cache.path(), BotLimits::default());
        let prepared = prepare(games(BotLimits::default()), &arrived, &worker, &|| false);
        let Ok(Prepared::Games { contest, lacks, .. }) = prepared else { panic!("it is played") };
        assert!(lacks.into_inner().unwrap().is_empty());
        for (index, players) in [[2, 0], [0, 2]].into_iter().enumerate() {
            let pairing = Pairing { index: index as u64, players, opening: 0 };
            let line = poda_agent::GameLine::new("connect4:7x6");
            let record = GamePlayer::default().play(&contest, pairing, &line, &()).unwrap();
            assert_eq!((record.termination, record.at_fault()), (Termination::NoStart, Some(2)));
            assert!(record.detail.english().contains("it was too large"), "{}", record.detail);
            assert_eq!(contest.check_record(&record), Ok(()));
        }
    }
}
