use std::sync::Arc;

use poda_core::{Evaluator, Game, Notation, SearchObserver, Searcher, Text};
use poda_search::{Chance, Pvs, PvsOptions, SolverFirst};

use super::{
    Common, Engine, Recording, Root, Settings,
    option::{self, EngineOption},
    with_shared_evaluator,
};
use crate::{
    SolverError,
    game::{CatalogGame, EvaluatorEntry},
};

/// Principal variation search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct PvsSettings {
    common: Common,
    options: PvsOptions,
    /// The positions that a solver may enter before it searches; 0 for none.
    exact: u64,
    threads: u32,
}

/// Megabytes of the table with which a solver helps.
const SOLVER_TABLE: usize = 16;

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

    fn build<G: CatalogGame>(&self, game: &G, entry: &EvaluatorEntry<G>) -> Result<Engine<G>, SolverError> {
        let (leader, helpers) = entry.pvs(self);
        let solver = (self.exact > 0).then(|| game.helping_solver(SOLVER_TABLE)).flatten();
        let leader = match solver {
            Some(solver) => Box::new(SolverFirst::new(leader, solver, self.exact)),
            None => leader,
        };
        Ok(Engine { leader, helpers, limits: self.common.limits })
    }

    fn record<G: Game + Notation>(
        &self,
        evaluator: Arc<dyn Evaluator<G>>,
        root: Root<'_, G>,
        observer: &mut dyn SearchObserver<G::Move>,
    ) -> Option<Recording<G>> {
        let options = PvsOptions { ends: root.ends, noise: 0, ..self.options };
        let pvs = Pvs::with_options(evaluator, options);
        Some(root.record(pvs, false, observer))
    }
}

/// A searcher and its helpers.
pub(crate) type PvsTeam<G> = (Box<dyn Searcher<G>>, Vec<Box<dyn Searcher<G>>>);

impl PvsSettings {
    /// The searchers, with an evaluator behind a pointer.
    pub(crate) fn with_shared_evaluator<G: CatalogGame>(
        &self,
        evaluator: Arc<dyn Evaluator<G>>,
    ) -> PvsTeam<G> {
        let leader = self.leader(Arc::clone(&evaluator));
        let helper = |number| with_shared_evaluator(leader.helper(Arc::clone(&evaluator), number));
        let helpers = (1..self.threads).map(helper).collect();
        (with_shared_evaluator(leader), helpers)
    }

    fn leader<E>(&self, evaluator: E) -> Pvs<E> {
        let chance = Chance::new(self.common.seed);
        Pvs::with_options(evaluator, PvsOptions { chance, ..self.options })
    }

    /// The searchers, compiled for one evaluator.
    pub(crate) fn with_evaluator<G, E>(&self, evaluator: E) -> PvsTeam<G>
    where
        G: CatalogGame,
        E: Evaluator<G> + Clone + 'static,
    {
        let leader = self.leader(evaluator.clone());
        let helper = |number| -> Box<dyn Searcher<G>> { Box::new(leader.helper(evaluator.clone(), number)) };
        let helpers = (1..self.threads).map(helper).collect();
        (Box::new(leader), helpers)
    }
}
