//! Where games begin: varied, and the same for whoever has the same seed.

use std::{collections::HashSet, fmt, io, str::FromStr};

use poda_agent::{Agent, GameLine, GameSession, ThinkingLimits};
use poda_catalog::{AnyGame, SolveTask, SpecError};
use poda_core::{
    Language, Message, NoObserver, Score, SearchObserver, Text, Translate, fold, message, mix, shown, text,
};
use thiserror::Error;

/// Which openings to play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Openings {
    /// Every game from the start of the game.
    None,
    /// So many random plies.
    Random(u32),
    /// The same, but of four such openings only the one that a short search finds most even.
    Balanced(u32),
    /// The same, but only those that are drawn with perfect play. For games that can be solved.
    Drawn(u32),
    /// From a file: a line of moves each, or a position line behind `position`.
    File(String),
}

/// Gives the text of a file. Who has no files says so.
pub type ReadText<'a> = dyn Fn(&str) -> io::Result<String> + 'a;

/// Why there are no such openings.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", self.text(Language::English))]
pub enum OpeningError {
    /// The text names no kind of openings.
    Unknown {
        /// What was given.
        text: String,
    },
    /// The file cannot be read.
    Unreadable {
        /// Where it should be.
        path: String,
        /// What the system says.
        why: Message,
    },
    /// A line of the file is no opening.
    Broken {
        /// Where it is.
        path: String,
        /// The line's number.
        line: usize,
        /// What is wrong with it.
        why: Message,
    },
    /// No such opening was found.
    Nothing {
        /// What was asked for.
        openings: String,
        /// What is in the way.
        why: Message,
    },
    /// The catalog refuses what is needed.
    #[error(transparent)]
    Spec(#[from] SpecError),
}

impl Translate for OpeningError {
    fn text(&self, language: Language) -> String {
        match self {
            Self::Unknown { text } => text!(
                language,
                "unknown openings {text:?}: none, random:N, balanced:N, drawn:N (N from 1 to 1000 plies) or file:PATH",
                "aperturas desconocidas {text:?}: none, random:N, balanced:N, drawn:N (N de 1 a 1000 jugadas) o file:FICHERO",
                text
            ),
            Self::Unreadable { path, why } => text!(
                language,
                "cannot read the openings {path}: {why}",
                "no se pueden leer las aperturas {path}: {why}",
                path,
                why = why.text(language)
            ),
            Self::Broken { path, line, why } => text!(
                language,
                "opening {line} of {path}: {why}",
                "apertura {line} de {path}: {why}",
                line,
                path,
                why = why.text(language)
            ),
            Self::Nothing { openings, why } => {
                text!(language, "{openings}: {why}", "{openings}: {why}", openings, why = why.text(language))
            }
            Self::Spec(error) => error.text(language),
        }
    }
}

impl FromStr for Openings {
    type Err = OpeningError;

    fn from_str(text: &str) -> Result<Self, OpeningError> {
        let unknown = || OpeningError::Unknown { text: text.to_owned() };
        let plies = |number: &str| match number.parse::<u32>() {
            Ok(plies) if (1..=1000).contains(&plies) => Ok(plies),
            _ => Err(unknown()),
        };
        match text.split_once(':') {
            None if text == "none" => Ok(Self::None),
            Some(("random", number)) => Ok(Self::Random(plies(number)?)),
            Some(("balanced", number)) => Ok(Self::Balanced(plies(number)?)),
            Some(("drawn", number)) => Ok(Self::Drawn(plies(number)?)),
            Some(("file", path)) if !path.is_empty() && shown(path) == path => {
                Ok(Self::File(path.to_owned()))
            }
            _ => Err(unknown()),
        }
    }
}

impl fmt::Display for Openings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("none"),
            Self::Random(plies) => write!(f, "random:{plies}"),
            Self::Balanced(plies) => write!(f, "balanced:{plies}"),
            Self::Drawn(plies) => write!(f, "drawn:{plies}"),
            Self::File(path) => write!(f, "file:{path}"),
        }
    }
}

/// How many random openings in a row may be unusable before the search for further ones is given up.
const PATIENCE: u32 = 400;

/// Of how many openings the most even one is taken.
const CANDIDATES: usize = 4;

/// Who looks at an opening: short, and the same on every machine and with every built-in evaluator.
fn look(game: &dyn AnyGame) -> Result<Box<dyn Agent>, SpecError> {
    poda_catalog::agent(game, &format!("pvs:depth=6,nodes=20000,tt=1,eval={}", game.family().judge))
}

impl Openings {
    /// The openings numbered 0 to `count`, or fewer if there are no more distinct ones, or if the observer ends it: balanced
    /// ones take time. Given the seed, opening `n` is the same however many are asked for. `read` gives the text of the file
    /// if they are in one.
    ///
    /// # Errors
    /// If there is none at all.
    pub fn list(
        &self,
        game: &dyn AnyGame,
        seed: u64,
        count: usize,
        read: &ReadText<'_>,
        observer: &mut dyn SearchObserver,
    ) -> Result<Vec<GameLine>, OpeningError> {
        let nothing = |why: Text| OpeningError::Nothing { openings: self.to_string(), why: why.message() };
        let (plies, judge) = match self {
            Self::None => return Ok(vec![GameLine::new(game.spec())]),
            Self::File(path) => return read_file(game, path, read),
            Self::Random(plies) => (*plies, Judge::Any),
            Self::Balanced(plies) => (*plies, Judge::Even(look(game)?)),
            Self::Drawn(plies) => {
                let solver = game.solver(64, 1)?;
                if solver.horizon().is_some() {
                    return Err(nothing(Text::new(
                        "a game with bombs is hardly ever proved to be drawn",
                        "casi nunca se demuestra que un juego con bombas acabe en tablas",
                    )));
                }
                (*plies, Judge::Drawn(solver))
            }
        };
        let source = OpeningSource { session: game.session(), seed, drawn: 0, plies, seen: HashSet::new() };
        let list = gather(source, judge, count, observer);
        if list.is_empty() {
            Err(nothing(Text::new("no such opening was found", "no se encontró ninguna apertura así")))
        } else {
            Ok(list)
        }
    }
}

/// Who decides whether an opening is fit to be played.
enum Judge {
    Any,
    Even(Box<dyn Agent>),
    Drawn(Box<dyn poda_catalog::AnySolver>),
}

fn gather(
    mut source: OpeningSource,
    mut judge: Judge,
    count: usize,
    observer: &mut dyn SearchObserver,
) -> Vec<GameLine> {
    let mut list = Vec::new();
    while list.len() < count && observer.nodes(0).is_continue() {
        let found = match &mut judge {
            Judge::Any => source.next().map(|session| session.line().clone()),
            Judge::Even(agent) => most_even(&mut source, agent.as_mut()),
            Judge::Drawn(solver) => drawn(&mut source, solver.as_mut()),
        };
        let Some(line) = found else { break };
        list.push(line);
    }
    list
}

/// The most even of the next few openings in which nobody is lost.
fn most_even(source: &mut OpeningSource, agent: &mut dyn Agent) -> Option<GameLine> {
    let mut best: Option<(i32, GameLine)> = None;
    let (mut looked, mut lost) = (0, 0);
    while looked < CANDIDATES && lost < PATIENCE {
        let Some(session) = source.next() else { break };
        let score = agent
            .choose(session, ThinkingLimits::default(), &mut NoObserver)
            .ok()
            .and_then(|choice| choice.score);
        let score = score.unwrap_or(Score::EVEN);
        if score.is_proven() {
            lost += 1;
            continue;
        }
        looked += 1;
        let lead = score.value().abs();
        if best.as_ref().is_none_or(|(least, _)| lead < *least) {
            best = Some((lead, session.line().clone()));
        }
    }
    best.map(|(_, line)| line)
}

fn drawn(source: &mut OpeningSource, solver: &mut dyn poda_catalog::AnySolver) -> Option<GameLine> {
    for _ in 0..PATIENCE {
        let session = source.next()?;
        let found = solver.solve(session.state().as_ref(), SolveTask::WEAK, &mut NoObserver);
        if found.ok().and_then(|proved| proved.exact()) == Some(Score::EVEN) {
            return Some(session.line().clone());
        }
    }
    None
}

/// Random openings, no two of which reach the same position.
struct OpeningSource {
    session: GameSession,
    seed: u64,
    drawn: u64,
    plies: u32,
    seen: HashSet<String>,
}

impl OpeningSource {
    fn next(&mut self) -> Option<&GameSession> {
        for _ in 0..PATIENCE {
            let mut chance = fold(mix(self.seed), self.drawn);
            self.drawn += 1;
            while self.session.undo() {}
            for _ in 0..self.plies {
                let legal = self.session.legal();
                chance = mix(chance);
                // The upper half of the product is an even choice among the moves.
                let index = (u128::from(chance) * legal.len() as u128) >> 64;
                let Some(text) = legal.get(index as usize) else { break };
                if self.session.play(text).is_err() {
                    break;
                }
            }
            let complete = self.session.plies() == self.plies as usize;
            if complete && self.session.outcome().is_none() && self.seen.insert(self.session.position()) {
                return Some(&self.session);
            }
        }
        None
    }
}

fn read_file(game: &dyn AnyGame, path: &str, read: &ReadText<'_>) -> Result<Vec<GameLine>, OpeningError> {
    let text = read(path)
        .map_err(|error| OpeningError::Unreadable { path: path.to_owned(), why: error.message() })?;
    let mut session = game.session();
    let mut list = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let broken = |why: Message| OpeningError::Broken { path: path.to_owned(), line: index + 1, why };
        let opening = if let Some(position) = line.strip_prefix("position ") {
            game.line(Some(position.trim()), "")
        } else {
            game.line(None, line)
        };
        session.follow(&opening).map_err(|error| broken(error.message()))?;
        if session.outcome().is_some() {
            return Err(broken(message!(
                "the game is over after {line:?}",
                "la partida ha terminado tras {line:?}",
                line
            )));
        }
        list.push(opening);
    }
    if list.is_empty() {
        return Err(OpeningError::Nothing {
            openings: format!("file:{path}"),
            why: message!("it has no opening", "no tiene ninguna apertura"),
        });
    }
    Ok(list)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn no_files(_: &str) -> io::Result<String> {
        Err(io::ErrorKind::NotFound.into())
    }

    #[test]
    fn openings_are_distinct_legal_and_a_function_of_the_seed() {
        for spec in ["connect4:7x6", "boom", "crush", "desconecta", "parchis"] {
            let game = poda_catalog::Catalog::built_in().open(spec).unwrap();
            for text in ["random:6", "balanced:6"] {
                let openings: Openings = text.parse().unwrap();
                assert_eq!(openings.to_string(), text);
                let list = openings.list(game.as_ref(), 7, 12, &no_files, &mut NoObserver).unwrap();
                assert_eq!(list.len(), 12, "{spec} {text}");
                assert_eq!(
                    openings.list(game.as_ref(), 7, 5, &no_files, &mut NoObserver).unwrap(),
                    list[..5],
                    "{spec} {text}"
                );
                assert_ne!(
                    openings.list(game.as_ref(), 8, 12, &no_files, &mut NoObserver).unwrap(),
                    list,
                    "{spec} {text}"
                );
                let mut positions = HashSet::new();
                for opening in &list {
                    let session = game.follow(opening).unwrap();
                    assert!(session.outcome().is_none());
                    assert!(positions.insert(session.position()), "{spec} {text}: {opening:?}");
                }
            }
        }
    }

    #[test]
    fn drawn_openings_are_drawn() {
        let game = poda_catalog::Catalog::built_in().open("connect4:5x4").unwrap();
        let list = Openings::Drawn(4).list(game.as_ref(), 1, 10, &no_files, &mut NoObserver).unwrap();
        let mut solver = game.solver(1, 1).unwrap();
        for opening in list {
            let session = game.follow(&opening).unwrap();
            let found = solver.solve(session.state().as_ref(), SolveTask::EXACT, &mut NoObserver).unwrap();
            assert_eq!(found.exact(), Some(Score::EVEN), "{opening:?}");
        }
        let boom = poda_catalog::Catalog::built_in().open("boom").unwrap();
        let error = Openings::Drawn(4)
            .list(boom.as_ref(), 1, 10, &no_files, &mut NoObserver)
            .unwrap_err()
            .to_string();
        assert!(error.contains("with bombs"), "{error}");
    }

    #[test]
    fn few_openings_are_as_many_as_there_are() {
        let game = poda_catalog::Catalog::built_in().open("connect4:3x3").unwrap();
        assert_eq!(
            Openings::Random(1).list(game.as_ref(), 1, 100, &no_files, &mut NoObserver).unwrap().len(),
            3
        );
        let error = Openings::Random(9)
            .list(game.as_ref(), 1, 100, &no_files, &mut NoObserver)
            .unwrap_err()
            .to_string();
        assert_eq!(error, "random:9: no such opening was found");
    }

    #[test]
    fn bad_openings_are_refused_by_name() {
        for text in ["", "random", "random:0", "random:x", "file:", "book:3"] {
            let error = text.parse::<Openings>().unwrap_err().to_string();
            assert!(error.contains(&format!("{text:?}")), "{error}");
        }
    }

    /// What the first of two sides leads by, as a short search sees it; `None` if the end is proved.
    fn lead(agent: &mut dyn Agent, opening: &GameSession) -> Option<i32> {
        let choice = agent.choose(opening, ThinkingLimits::default(), &mut NoObserver).unwrap();
        choice.score.filter(|score| !score.is_proven()).map(|score| score.value().abs())
    }

    #[test]
    fn balanced_openings_are_even() {
        // After twenty plies most openings are decided: four of them in a row, too.
        for (spec, plies) in [("connect4", 6), ("boom", 6), ("parchis:2024", 6), ("connect4", 20)] {
            let game = poda_catalog::Catalog::built_in().open(spec).unwrap();
            let mut agent = look(game.as_ref()).unwrap();
            let mut leads = |openings: Openings| -> Vec<Option<i32>> {
                let list = openings.list(game.as_ref(), 5, 24, &no_files, &mut NoObserver).unwrap();
                list.iter().map(|opening| lead(agent.as_mut(), &game.follow(opening).unwrap())).collect()
            };
            let (balanced, random) = (leads(Openings::Balanced(plies)), leads(Openings::Random(plies)));
            // Nobody is lost, and leads are clearly smaller than what chance gives.
            assert!(balanced.iter().all(Option::is_some), "{spec}: {balanced:?}");
            let mean = |leads: &[Option<i32>]| {
                let known: Vec<i32> = leads.iter().copied().flatten().collect();
                f64::from(known.iter().sum::<i32>()) / known.len() as f64
            };
            assert!(mean(&balanced) < 0.7 * mean(&random), "{spec}: {balanced:?}, {random:?}");
        }
    }

    /// Recorded matches are played again with the openings that they had, whatever evaluator a game has got since.
    #[test]
    fn balanced_openings_stay_the_same() {
        for (spec, expected) in
            [("crush", ["1276", "2567", "7457"]), ("connect4:8x8", ["6316", "2612", "8816"])]
        {
            let game = poda_catalog::Catalog::built_in().open(spec).unwrap();
            let list = Openings::Balanced(4).list(game.as_ref(), 1, 3, &no_files, &mut NoObserver).unwrap();
            let moves: Vec<String> = list.iter().map(|opening| opening.moves.concat()).collect();
            assert_eq!(moves, expected, "{spec}");
        }
    }
}
