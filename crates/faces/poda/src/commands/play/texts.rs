use poda_core::{Language, Outcome, Side, Text, text};

/// What a person may say besides a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PlayCommand {
    Undo,
    Hint,
    Moves,
    Board,
    Rules,
    Help,
    Quit,
}

/// Both languages are understood whatever language is spoken.
const COMMANDS: &[(PlayCommand, &[&str])] = &[
    (PlayCommand::Undo, &["undo", "u", "deshacer", "d"]),
    (PlayCommand::Hint, &["hint", "h", "pista", "p"]),
    (PlayCommand::Moves, &["moves", "m", "jugadas", "j"]),
    (PlayCommand::Board, &["board", "tablero", "t"]),
    (PlayCommand::Rules, &["rules", "r", "reglas"]),
    (PlayCommand::Help, &["help", "?", "ayuda"]),
    (PlayCommand::Quit, &["quit", "q", "exit", "salir", "s"]),
];

impl PlayCommand {
    /// The command that a word gives.
    pub(super) fn of(word: &str) -> Option<Self> {
        let word = word.to_lowercase();
        COMMANDS.iter().find(|(_, words)| words.contains(&word.as_str())).map(|(command, _)| *command)
    }
}

pub(super) const NO_MORE_INPUT: Text = Text::new(
    "no more input; the game is saved, continue with: poda play --resume",
    "se acabó la entrada; la partida queda guardada, para seguir: poda play --resume",
);

/// The conversation in one language.
pub(super) struct PlayTexts {
    language: Language,
    pub(super) depth: &'static str,
    pub(super) nodes: &'static str,
    pub(super) hint: &'static str,
    pub(super) moves: &'static str,
    pub(super) interrupted: &'static str,
    pub(super) nothing_to_undo: &'static str,
    pub(super) help: &'static str,
}

impl PlayTexts {
    pub(super) fn of(language: Language) -> Self {
        Self {
            language,
            depth: language.pick("depth", "profundidad"),
            nodes: language.pick("nodes", "nodos"),
            hint: language.pick("hint", "pista"),
            moves: language.pick("moves:", "jugadas:"),
            interrupted: language.pick(
                "the game is saved; continue with: poda play --resume",
                "la partida queda guardada; para seguir: poda play --resume",
            ),
            nothing_to_undo: language.pick("there is nothing to undo", "no hay nada que deshacer"),
            help: language.pick(
                "type a move, or: undo, hint, moves, board, rules, help, quit",
                "escribe una jugada, o: deshacer, pista, jugadas, tablero, reglas, ayuda, salir",
            ),
        }
    }

    pub(super) fn welcome(&self, game: &str, [first, second]: &[String; 2], seed: u64) -> String {
        text!(
            self.language,
            "{game}: {first} against {second}, seed {seed}. {help}.",
            "{game}: {first} contra {second}, semilla {seed}. {help}.",
            game,
            first,
            second,
            seed,
            help = self.help,
        )
    }

    pub(super) fn prompt(&self, side: Side) -> String {
        self.language.pick(format!("player {side}, your move:"), format!("jugador {side}, te toca:"))
    }

    pub(super) fn plays(&self, name: &str, mv: &str) -> String {
        self.language.pick(format!("{name} plays {mv}"), format!("{name} juega {mv}"))
    }

    pub(super) fn not_a_move(&self, text: &str, legal: &[String]) -> String {
        let legal = legal.join(" ");
        self.language.pick(
            format!("{text:?} is neither a legal move nor a command; legal: {legal}"),
            format!("{text:?} no es una jugada legal ni un comando; legales: {legal}"),
        )
    }

    pub(super) fn result(&self, outcome: Outcome, names: &[String; 2]) -> String {
        match outcome.winner() {
            None => self.language.pick("a draw".into(), "tablas".into()),
            Some(side) => {
                let name = &names[side.index()];
                self.language
                    .pick(format!("player {side} ({name}) wins"), format!("gana el jugador {side} ({name})"))
            }
        }
    }

    pub(super) fn too_long(&self, plies: usize) -> String {
        self.language.pick(
            format!("too long: stopped after {plies} plies; continue with: poda play --resume --max-plies N"),
            format!(
                "demasiado larga: parada tras {plies} jugadas; para seguir: poda play --resume --max-plies N"
            ),
        )
    }
}
