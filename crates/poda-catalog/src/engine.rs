use std::{fmt, str::FromStr, sync::Arc, time::Duration};

use poda_agent::{Agent, EngineAgent, ThinkingLimits};
use poda_core::{Evaluator, Searcher, Turn};
use poda_search::{
    AlphaBeta, BlockFirst, Chance, Mcts, Minimax, Pvs, Random, RandomWhenLost, SolverFirst, WinValue,
};

use crate::{SpecError, Text, error::closest, game::CatalogGame};

/// The engines that play any game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Engine {
    /// Any legal move.
    Random,
    /// Plain minimax.
    Minimax,
    /// Textbook alpha-beta.
    AlphaBeta,
    /// Principal variation search.
    Pvs,
    /// Monte Carlo tree search.
    Mcts,
    /// Plain minimax that blocks before it wins.
    BlockFirst,
    /// Exact play, where a game can be solved.
    Exact,
}

/// An engine as menus and help show it.
#[derive(Clone, Copy, Debug)]
pub struct EngineInfo {
    /// Which one it is.
    pub engine: Engine,
    /// Its name in specs.
    pub name: &'static str,
    /// What it does.
    pub summary: Text,
    /// What can be set.
    pub options: &'static [OptionInfo],
}

/// An option of an engine.
#[derive(Clone, Copy, Debug)]
pub struct OptionInfo {
    /// Its name in specs.
    pub name: &'static str,
    /// What holds when it is not given.
    pub default: &'static str,
    /// What it means.
    pub meaning: Text,
}

const DEPTH: Text = Text::new("decisions to look ahead", "decisiones por delante");
const NODES: OptionInfo = OptionInfo {
    name: "nodes",
    default: "none",
    meaning: Text::new("positions to enter at most", "posiciones que visita como mucho"),
};
const TIME: OptionInfo = OptionInfo {
    name: "time",
    default: "none",
    meaning: Text::new("milliseconds to think at most", "milisegundos que piensa como mucho"),
};
const EVAL: OptionInfo = OptionInfo {
    name: "eval",
    default: "the game's first",
    meaning: Text::new("the evaluator at the leaves", "la heurística de las hojas"),
};
const WINS: OptionInfo = OptionInfo {
    name: "wins",
    default: "equal",
    meaning: Text::new(
        "`equal`: all wins are worth the same, as in textbooks; `sooner`: quick wins are better",
        "`equal`: todas las victorias valen igual, como en los libros; `sooner`: mejor cuanto antes",
    ),
};
const SEED: OptionInfo = OptionInfo {
    name: "seed",
    default: "0",
    meaning: Text::new("another seed, another game", "otra semilla, otra partida"),
};
const GIVE_UP: OptionInfo = OptionInfo {
    name: "giveup",
    default: "never",
    meaning: Text::new(
        "a seed: in a lost position it plays any move",
        "una semilla: en una posición perdida juega cualquier cosa",
    ),
};

/// All engines. Help, menus and `poda games` are made from this list.
pub static ENGINES: &[EngineInfo] = &[
    EngineInfo {
        engine: Engine::Random,
        name: "random",
        summary: Text::new(
            "any legal move, each as likely",
            "cualquier jugada legal, todas igual de probables",
        ),
        options: &[SEED],
    },
    EngineInfo {
        engine: Engine::Minimax,
        name: "minimax",
        summary: Text::new("plain minimax, looks at everything", "minimax puro, lo mira todo"),
        options: &[OptionInfo { name: "depth", default: "4", meaning: DEPTH }, NODES, TIME, EVAL, WINS],
    },
    EngineInfo {
        engine: Engine::AlphaBeta,
        name: "alphabeta",
        summary: Text::new(
            "textbook alpha-beta: fail-hard, children in the order of the rules",
            "poda alfa-beta de libro: fail-hard, hijos en el orden de las reglas",
        ),
        options: &[
            OptionInfo { name: "depth", default: "6", meaning: DEPTH },
            NODES,
            TIME,
            EVAL,
            WINS,
            GIVE_UP,
        ],
    },
    EngineInfo {
        engine: Engine::Pvs,
        name: "pvs",
        summary: Text::new(
            "principal variation search with a table, deepening step by step",
            "búsqueda de la variante principal con tabla, cada vez más profunda",
        ),
        options: &[
            OptionInfo { name: "depth", default: "8", meaning: DEPTH },
            NODES,
            TIME,
            EVAL,
            OptionInfo {
                name: "tt",
                default: "16",
                meaning: Text::new("megabytes of its table", "megabytes de su tabla"),
            },
            OptionInfo {
                name: "turns",
                default: "cut",
                meaning: Text::new(
                    "`complete`: looks further where a turn is not over at the last depth",
                    "`complete`: mira más allá si el turno no ha acabado en la última profundidad",
                ),
            },
            OptionInfo {
                name: "noise",
                default: "0",
                meaning: Text::new(
                    "points by which a move may be liked more than its value: varied games by seed",
                    "puntos en que una jugada puede gustarle más de lo que vale: partidas variadas según la semilla",
                ),
            },
            SEED,
            OptionInfo {
                name: "exact",
                default: "0",
                meaning: Text::new(
                    "positions that the game's solver may enter first, where there is one",
                    "posiciones que puede visitar antes el resolutor del juego, donde lo hay",
                ),
            },
            OptionInfo {
                name: "threads",
                default: "1",
                meaning: Text::new(
                    "threads that search together; only one alone gives the same nodes every time",
                    "hilos que buscan juntos; solo uno da siempre los mismos nodos",
                ),
            },
        ],
    },
    EngineInfo {
        engine: Engine::Mcts,
        name: "mcts",
        summary: Text::new(
            "Monte Carlo tree search: random games from a growing tree",
            "búsqueda de Monte Carlo: partidas al azar desde un árbol que crece",
        ),
        options: &[
            OptionInfo {
                name: "nodes",
                default: "20000",
                meaning: Text::new("random games to play at most", "partidas al azar como mucho"),
            },
            TIME,
            SEED,
        ],
    },
    EngineInfo {
        engine: Engine::BlockFirst,
        name: "blockfirst",
        summary: Text::new(
            "plain minimax that blocks if the rival can win, else wins if it can, else plays any move",
            "minimax puro que tapa si el rival puede ganar; si no, gana si puede; si no, juega cualquier cosa",
        ),
        options: &[OptionInfo { name: "depth", default: "4", meaning: DEPTH }, NODES, TIME, EVAL, SEED],
    },
    EngineInfo {
        engine: Engine::Exact,
        name: "exact",
        summary: Text::new(
            "exact play: Connect-4 on boards of up to 64 bits, and what it can prove of boom, crush, desconecta",
            "juego exacto: Conecta 4 en tableros de hasta 64 bits, y lo que demuestre de boom, crush y desconecta",
        ),
        options: &[
            NODES,
            TIME,
            OptionInfo {
                name: "tt",
                default: "64",
                meaning: Text::new("megabytes of its table", "megabytes de su tabla"),
            },
            OptionInfo {
                name: "book",
                default: "yes",
                meaning: Text::new(
                    "`no`: without the book of openings of Connect-4 7x6",
                    "`no`: sin el libro de aperturas de Conecta 4 7x6",
                ),
            },
        ],
    },
];

impl Engine {
    /// Its entry in the list.
    ///
    /// # Panics
    /// If an engine is added without an entry; a test asks for every one.
    pub fn info(self) -> &'static EngineInfo {
        ENGINES.iter().find(|info| info.engine == self).expect("every engine is listed")
    }

    fn default_table(self) -> usize {
        let table = self.info().options.iter().find(|option| option.name == "tt");
        table.and_then(|option| option.default.parse().ok()).unwrap_or(16)
    }

    fn default_allowance(self) -> ThinkingLimits {
        let option = |name: &str| self.info().options.iter().find(|option| option.name == name);
        let default = |name: &str| option(name).and_then(|option| option.default.parse().ok());
        ThinkingLimits {
            depth: default("depth").map(|depth| depth as u32),
            nodes: default("nodes"),
            time: None,
        }
    }
}

/// An engine with its options: `pvs:depth=10,eval=windows,tt=64`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineSpec {
    /// Which engine.
    pub engine: Engine,
    /// How far it thinks when nobody says.
    pub allowance: ThinkingLimits,
    /// The evaluator; the game's first if `None`.
    pub evaluator: Option<String>,
    /// The seed of engines that leave something to chance.
    pub seed: u64,
    /// The table of `pvs` and `exact` in megabytes.
    pub table: usize,
    /// Whether `exact` may look openings up.
    pub has_book: bool,
    /// The threads of `pvs`.
    pub threads: u32,
    /// The most points by which `pvs` may like a move more than its value.
    pub noise: u32,
    /// The positions that a solver may enter before `pvs` thinks; 0 for none.
    pub exact: u64,
    /// Whether `pvs` completes turns beyond its last depth.
    pub completes_turns: bool,
    /// What finished games are worth to textbook engines.
    pub ends: WinValue,
    /// The seed with which `alphabeta` plays on in a lost position; `None` if it goes on thinking.
    pub give_up: Option<u64>,
}

/// The largest table that may be asked for: a terabyte is a typing error.
const LARGEST_TABLE: usize = 1 << 20;

/// Megabytes of the table with which a solver helps another engine.
const PROVER_TABLE: usize = 16;

impl FromStr for EngineSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let (name, options) = text.split_once(':').unwrap_or((text, ""));
        let known: Vec<&'static str> = ENGINES.iter().map(|info| info.name).collect();
        let info = ENGINES.iter().find(|info| info.name == name).ok_or_else(|| SpecError::UnknownPlayer {
            name: name.to_owned(),
            suggestion: closest(name, &known),
            known: known.clone(),
        })?;
        let mut spec = Self {
            engine: info.engine,
            allowance: ThinkingLimits::default(),
            evaluator: None,
            seed: 0,
            table: info.engine.default_table(),
            has_book: true,
            threads: 1,
            noise: 0,
            exact: 0,
            completes_turns: false,
            ends: WinValue::Equal,
            give_up: None,
        };
        for option in options.split(',').filter(|option| !option.is_empty()) {
            spec.set(info, option).map_err(|why| SpecError::BadPlayer { spec: text.to_owned(), why })?;
        }
        spec.allowance = spec.allowance.or(info.engine.default_allowance());
        Ok(spec)
    }
}

impl EngineSpec {
    /// Sets one `name=value`.
    fn set(&mut self, info: &EngineInfo, option: &str) -> Result<(), String> {
        let Some((name, value)) = option.split_once('=') else {
            return Err(format!("{option:?} is not of the form name=value"));
        };
        if !info.options.iter().any(|known| known.name == name) {
            let known: Vec<_> = info.options.iter().map(|known| known.name).collect();
            return Err(format!("{} has no option {name:?}, only {}", info.name, known.join(", ")));
        }
        let number = |least: u64, most: u64| match value.parse::<u64>() {
            Ok(number) if (least..=most).contains(&number) => Ok(number),
            _ => Err(format!("{name} is a number from {least} to {most}, not {value:?}")),
        };
        match name {
            "depth" => self.allowance.depth = Some(number(1, 10_000)? as u32),
            "nodes" => self.allowance.nodes = Some(number(1, u64::MAX)?),
            "time" => self.allowance.time = Some(Duration::from_millis(number(1, 1 << 40)?)),
            "seed" => self.seed = number(0, u64::MAX)?,
            "giveup" => self.give_up = Some(number(0, u64::MAX)?),
            "threads" => self.threads = number(1, 256)? as u32,
            "exact" => self.exact = number(0, u64::MAX)?,
            "noise" => self.noise = number(0, 1_000_000)? as u32,
            "turns" => {
                self.completes_turns = match value {
                    "cut" => false,
                    "complete" => true,
                    _ => return Err(format!("turns is cut or complete, not {value:?}")),
                }
            }
            "book" => {
                self.has_book = match value {
                    "yes" => true,
                    "no" => false,
                    _ => return Err(format!("book is yes or no, not {value:?}")),
                }
            }
            "tt" => self.table = number(1, LARGEST_TABLE as u64)? as usize,
            "eval" => self.evaluator = Some(value.to_owned()),
            "wins" => {
                self.ends = match value {
                    "equal" => WinValue::Equal,
                    "sooner" => WinValue::Sooner,
                    _ => return Err(format!("wins is equal or sooner, not {value:?}")),
                }
            }
            _ => unreachable!("every listed option is set above"),
        }
        Ok(())
    }

    /// This engine as an agent. Alpha-beta and PVS are compiled for each evaluator; for the others that would be a great
    /// deal of code that nobody is in a hurry for. `exact` knows no evaluator and is made elsewhere.
    pub(crate) fn seat<G, E>(&self, game: G, evaluator: E) -> Box<dyn Agent>
    where
        G: CatalogGame,
        E: Evaluator<G> + Clone + 'static,
    {
        let (ends, chance) = (self.ends, Chance::new(self.seed));
        let mut helpers: Vec<Box<dyn Searcher<G>>> = Vec::new();
        let searcher: Box<dyn Searcher<G>> = match self.engine {
            Engine::AlphaBeta if self.give_up.is_none() => Box::new(AlphaBeta { evaluator, ends }),
            Engine::Pvs => {
                let leader = Pvs::new(evaluator.clone(), self.table)
                    .completing_turns(self.completes_turns)
                    .with_noise(self.noise, chance);
                let helper =
                    |number| -> Box<dyn Searcher<G>> { Box::new(leader.helper(evaluator.clone(), number)) };
                helpers.extend((1..self.threads).map(helper));
                let prover = (self.exact > 0).then(|| game.exact_engine(PROVER_TABLE, true).ok()).flatten();
                match prover {
                    Some(prover) => Box::new(SolverFirst::new(leader, prover, self.exact)),
                    None => Box::new(leader),
                }
            }
            Engine::Random => Box::new(Random { chance }),
            Engine::Mcts => Box::new(Mcts { chance }),
            Engine::Exact => unreachable!("it has no evaluator and is made by `CatalogGame::exact_engine`"),
            Engine::Minimax | Engine::BlockFirst | Engine::AlphaBeta => self.slow(Arc::new(evaluator)),
        };
        Box::new(EngineAgent::new(game, searcher, self.allowance).with_helpers(helpers))
    }

    fn slow<G: CatalogGame>(&self, evaluator: Arc<dyn Evaluator<G>>) -> Box<dyn Searcher<G>> {
        let (ends, chance) = (self.ends, Chance::new(self.seed));
        match (self.engine, self.give_up) {
            (Engine::AlphaBeta, Some(seed)) => {
                let lost = Turn::Passed.to_parent(evaluator.decided());
                let searcher = AlphaBeta { evaluator, ends };
                Box::new(RandomWhenLost { searcher, lost, chance: Chance::new(seed) })
            }
            (Engine::BlockFirst, _) => {
                let minimax = Minimax { evaluator, ends: WinValue::Equal };
                Box::new(BlockFirst { minimax, chance })
            }
            _ => Box::new(Minimax { evaluator, ends }),
        }
    }
}

/// The spec that gives this engine again.
impl fmt::Display for EngineSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut options = Vec::new();
        let ThinkingLimits { depth, nodes, time } = self.allowance;
        options.extend(depth.map(|depth| format!("depth={depth}")));
        options.extend(nodes.map(|nodes| format!("nodes={nodes}")));
        options.extend(time.map(|time| format!("time={}", time.as_millis())));
        options.extend(self.evaluator.as_ref().map(|name| format!("eval={name}")));
        match self.engine {
            Engine::Random | Engine::BlockFirst | Engine::Mcts => options.push(format!("seed={}", self.seed)),
            Engine::Pvs => {
                options.push(format!("tt={}", self.table));
                if self.threads > 1 {
                    options.push(format!("threads={}", self.threads));
                }
                if self.noise > 0 {
                    options.push(format!("noise={},seed={}", self.noise, self.seed));
                }
                if self.exact > 0 {
                    options.push(format!("exact={}", self.exact));
                }
                if self.completes_turns {
                    options.push("turns=complete".into());
                }
            }
            Engine::Exact => {
                options.push(format!("tt={}", self.table));
                if !self.has_book {
                    options.push("book=no".into());
                }
            }
            Engine::Minimax | Engine::AlphaBeta if self.ends == WinValue::Sooner => {
                options.push("wins=sooner".into());
            }
            Engine::Minimax | Engine::AlphaBeta => {}
        }
        options.extend(self.give_up.map(|seed| format!("giveup={seed}")));
        write!(f, "{}:{}", self.engine.info().name, options.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specs_are_read_and_written() {
        for (text, written) in [
            ("random", "random:seed=0"),
            ("random:seed=7", "random:seed=7"),
            ("minimax", "minimax:depth=4"),
            ("alphabeta:depth=8,eval=puntuacion", "alphabeta:depth=8,eval=puntuacion"),
            ("alphabeta:wins=sooner", "alphabeta:depth=6,wins=sooner"),
            ("alphabeta:giveup=3,depth=8", "alphabeta:depth=8,giveup=3"),
            ("blockfirst:eval=gaps", "blockfirst:depth=4,eval=gaps,seed=0"),
            ("pvs:nodes=5000", "pvs:nodes=5000,tt=16"),
            ("exact", "exact:tt=64"),
            ("exact:book=no,tt=8", "exact:tt=8,book=no"),
            ("pvs:time=250,tt=64,", "pvs:time=250,tt=64"),
            ("pvs:turns=complete,threads=2", "pvs:depth=8,tt=16,threads=2,turns=complete"),
            ("pvs:noise=9,depth=2", "pvs:depth=2,tt=16,noise=9,seed=0"),
            ("pvs:exact=500,nodes=9", "pvs:nodes=9,tt=16,exact=500"),
            ("mcts:seed=3", "mcts:nodes=20000,seed=3"),
        ] {
            let spec: EngineSpec = text.parse().unwrap();
            assert_eq!(spec.to_string(), written);
            assert_eq!(written.parse(), Ok(spec));
        }
    }

    #[test]
    fn bad_specs_name_what_is_wrong() {
        for (text, why) in [
            ("alphabet", "unknown player \"alphabet\" (did you mean \"alphabeta\"?)"),
            ("", "unknown player \"\""),
            ("pvs:depth=0", "depth is a number from 1 to 10000, not \"0\""),
            ("pvs:depth=ocho", "not \"ocho\""),
            ("pvs:depth", "\"depth\" is not of the form name=value"),
            ("pvs:wins=equal", "pvs has no option \"wins\""),
            ("pvs:giveup=1", "pvs has no option \"giveup\""),
            ("minimax:wins=late", "wins is equal or sooner, not \"late\""),
            ("pvs:tt=99999999999", "tt is a number from 1 to 1048576"),
        ] {
            let error = text.parse::<EngineSpec>().unwrap_err().to_string();
            assert!(error.contains(why), "{error}");
        }
    }
}
