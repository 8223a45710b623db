use poda_core::Text;
use poda_engines::Search;
use poda_search::{Chance, PvsOptions};

use super::{
    Common, Settings,
    option::{self, EngineOption},
};

/// Principal variation search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct PvsSettings {
    common: Common,
    options: PvsOptions,
    /// The positions that a solver may enter before it searches; 0 for none.
    exact: u64,
    threads: u32,
}

impl Settings for PvsSettings {
    const NAME: &'static str = "pvs";
    const TITLE: Text = Text::new("principal variation search", "búsqueda de la variante principal");
    const SUMMARY: Text = Text::new(
        "iterative deepening and a transposition table",
        "profundización iterativa y tabla de transposición",
    );
    const OPTIONS: &'static [EngineOption<Self>] = &[
        option::depth(8),
        option::nodes(),
        option::time(),
        option::eval(),
        option::table(
            16,
            |settings, megabytes| settings.options.megabytes = megabytes as usize,
            |settings| Some(settings.options.megabytes as u64),
        ),
        EngineOption::choice(
            "turns",
            &["cut", "complete"],
            Text::new(
                "`complete`: searches on where a turn is not over at the last depth",
                "`complete`: sigue buscando si el turno no ha acabado en la última profundidad",
            ),
            |settings: &mut Self, index| settings.options.completes_turns = index == 1,
            |settings| settings.options.completes_turns.then_some(1),
        ),
        EngineOption::choice(
            "forced",
            &["search", "follow"],
            Text::new(
                "`follow`: sees wins of the next move without searching, and follows forced replies beyond the last depth",
                "`follow`: ve sin buscar lo que gana en la jugada siguiente, y sigue las respuestas forzadas más allá de la última profundidad",
            ),
            |settings: &mut Self, index| settings.options.follows_forced = index == 1,
            |settings| settings.options.follows_forced.then_some(1),
        ),
        EngineOption::choice(
            "late",
            &["search", "reduce"],
            Text::new(
                "`reduce`: searches moves that look worse less deeply first, and so gets deeper",
                "`reduce`: busca primero a menos profundidad las jugadas que parecen peores, y así llega más lejos",
            ),
            |settings: &mut Self, index| settings.options.reduces_late = index == 1,
            |settings| settings.options.reduces_late.then_some(1),
        ),
        EngineOption::number(
            "noise",
            (0, 1_000_000, 0),
            Text::new(
                "largest random bonus of a move, in points: varies its games",
                "bonificación aleatoria máxima de una jugada, en puntos: varía sus partidas",
            ),
            |settings: &mut Self, noise| settings.options.noise = noise as u32,
            |settings| Some(u64::from(settings.options.noise)).filter(|noise| *noise > 0),
        ),
        option::seed(),
        EngineOption::number(
            "exact",
            (0, u64::MAX, 0),
            Text::new(
                "node limit of the game's solver, which is asked first, if there is one; the search has what it leaves",
                "límite de nodos del solucionador del juego, al que se pregunta antes, si lo hay; la búsqueda tiene los que sobran",
            ),
            |settings: &mut Self, nodes| settings.exact = nodes,
            |settings| Some(settings.exact).filter(|nodes| *nodes > 0),
        ),
        EngineOption::number(
            "threads",
            (1, 256, 1),
            Text::new(
                "threads; only one gives the same nodes every time",
                "hilos; solo con uno salen siempre los mismos nodos",
            ),
            |settings: &mut Self, threads| settings.threads = threads as u32,
            |settings| Some(u64::from(settings.threads)).filter(|threads| *threads > 1),
        ),
    ];

    fn common(&self) -> &Common {
        &self.common
    }

    fn common_mut(&mut self) -> &mut Common {
        &mut self.common
    }

    fn uses_seed(&self) -> bool {
        self.options.noise > 0
    }

    fn megabytes(&self) -> usize {
        self.options.megabytes
    }

    fn threads(&self) -> u32 {
        self.threads
    }

    fn search(&self) -> Search {
        let options = PvsOptions { chance: Chance::new(self.common.seed), ..self.options };
        Search::Pvs { options, threads: self.threads, solver_nodes: self.exact }
    }
}
