//! What each game says beside its board, and what its moves do.

use poda_core::{
    Brush, Draft, Draw, Fact, Game, Language, MoveEvent, Moves, Notation, Outcome, Prospect, Scene, Side,
    TextBoard, TextStyle, text,
};

use crate::{
    CellSet, Mnk, MnkState, Nraya, NrayaMove, NrayaState, PLY_LIMIT, SpecialCell, editing,
    nraya::Cells,
    picture::{CellPicture, of_turn},
    text::PASS,
};

impl<const N: usize> Draw for Mnk<N> {
    fn scene(&self, state: &MnkState<N>, language: Language) -> Scene {
        let (fact, _) = of_turn(language, self.to_move(state), self.outcome(state));
        let mut facts = vec![fact];
        facts.extend(self.outcome(state).map(|outcome| {
            let reason = match outcome {
                Outcome::Win(_) => run_text(self.board().run(), language),
                Outcome::Draw => language.pick("the board is full", "el tablero está lleno").to_owned(),
            };
            Fact::of_position("reason", reason)
        }));
        self.picture(state, facts).scene()
    }

    fn events(&self, state: &MnkState<N>, bit: u8, _: Language) -> Vec<MoveEvent> {
        let stone = self.picture(state, Vec::new()).stone(u32::from(bit), self.to_move(state));
        vec![MoveEvent::new("place", self.move_text(state, bit)).of(Some(stone))]
    }

    fn prospects(&self, state: &MnkState<N>, _: Language) -> Vec<Prospect> {
        let mut moves = Moves::new();
        self.moves(state, &mut moves);
        let picture = self.picture(state, Vec::new());
        let prospect = |bit: &u8| Prospect {
            text: self.move_text(state, *bit),
            ghost: Some(picture.stone(u32::from(*bit), self.to_move(state))),
            hits: Vec::new(),
            told: self.move_text(state, *bit),
        };
        moves.iter().map(prospect).collect()
    }

    fn brushes(&self, language: Language) -> Vec<Brush> {
        editing::stone_brushes(language)
    }

    fn painted(&self, draft: &str, stroke: Option<(&str, &str)>, _: Language) -> Option<Draft> {
        editing::painted_mnk(self, draft, stroke)
    }

    fn text_board(&self, state: &MnkState<N>, language: Language) -> TextBoard {
        let (_, caption) = of_turn(language, self.to_move(state), self.outcome(state));
        self.picture(state, Vec::new()).text_board(&[caption])
    }
}

impl<const N: usize> Mnk<N> {
    pub(crate) fn picture<'a>(&'a self, state: &'a MnkState<N>, facts: Vec<Fact>) -> CellPicture<'a, N> {
        let all = state.stones(Side::First) | state.stones(Side::Second);
        let lines = |side| self.board().line_cells(state.stones(side));
        CellPicture {
            board: self.board(),
            stones: state.both(),
            lines: lines(Side::First) | lines(Side::Second),
            playable: if self.outcome(state).is_none() {
                self.board().full().without(all)
            } else {
                CellSet::EMPTY
            },
            specials: &[],
            pass: None,
            facts,
        }
    }
}

fn run_text(run: u32, language: Language) -> String {
    text!(language, "{run} in a row", "{run} en raya", run)
}

impl Draw for Nraya {
    fn scene(&self, state: &NrayaState, language: Language) -> Scene {
        let (fact, _) = of_turn(language, state.side, state.outcome);
        let mut facts = vec![fact];
        facts.extend(self.reason(state, language).map(|reason| Fact::of_position("reason", reason)));
        facts.extend(moves_left(state, language).map(|text| Fact::of_position("moves-left", text)));
        facts.extend(plies_left(state, language).map(|text| Fact::of_position("plies-left", text)));
        self.picture(state, facts, language).scene()
    }

    fn events(&self, state: &NrayaState, mv: NrayaMove, language: Language) -> Vec<MoveEvent> {
        let NrayaMove::Stone(bit) = mv else {
            return vec![MoveEvent::new("pass", pass_text(language))];
        };
        let picture = self.picture(state, Vec::new(), language);
        let mut events = vec![self.placed(state, bit, language)];
        match self.special(bit) {
            Some(SpecialCell::Yellow) => {
                let hits = self.hit(state, bit);
                events.push(MoveEvent::new("clear", clear_text(hits.len(), language)));
                let gone = |(bit, side)| MoveEvent::new("clear", "").of(Some(picture.stone(bit, side)));
                events.extend(hits.into_iter().map(gone));
            }
            Some(SpecialCell::Green) => {
                events.push(MoveEvent::new("again", language.pick("one more move", "una jugada más")));
            }
            _ => {}
        }
        events
    }

    fn prospects(&self, state: &NrayaState, language: Language) -> Vec<Prospect> {
        let mut moves = Moves::new();
        self.moves(state, &mut moves);
        let picture = self.picture(state, Vec::new(), language);
        let prospect = |mv: &NrayaMove| {
            let told = MoveEvent::sentence(&self.events(state, *mv, language));
            let (ghost, hits) = match *mv {
                NrayaMove::Pass => (None, Vec::new()),
                NrayaMove::Stone(bit) => {
                    let hits = if self.special(bit) == Some(SpecialCell::Yellow) {
                        self.hit(state, bit)
                    } else {
                        Vec::new()
                    };
                    let ids = hits.into_iter().map(|(bit, side)| picture.stone(bit, side).id).collect();
                    (Some(picture.stone(u32::from(bit), self.owner_of_new(state, bit))), ids)
                }
            };
            Prospect { text: self.move_text(state, *mv), ghost, hits, told }
        };
        moves.iter().map(prospect).collect()
    }

    fn brushes(&self, language: Language) -> Vec<Brush> {
        editing::nraya_brushes(language)
    }

    fn painted(&self, draft: &str, stroke: Option<(&str, &str)>, language: Language) -> Option<Draft> {
        editing::painted_nraya(self, draft, stroke, language)
    }

    fn text_board(&self, state: &NrayaState, language: Language) -> TextBoard {
        let (_, turn) = of_turn(language, state.side, state.outcome);
        let mut captions = vec![turn];
        captions.extend(self.reason(state, language).map(|text| (TextStyle::Plain, text)));
        captions.extend(moves_left(state, language).map(|text| (TextStyle::Plain, text)));
        captions.extend(plies_left(state, language).map(|text| (TextStyle::Plain, text)));
        let legend = language.pick(
            "· may be played   ! the stone is the opponent's   + clears row and column   * one more move",
            "· se puede jugar   ! la ficha es del rival   + vacía fila y columna   * una jugada más",
        );
        captions.push((TextStyle::Faint, legend.to_owned()));
        self.picture(state, Vec::new(), language).text_board(&captions)
    }
}

impl Nraya {
    pub(crate) fn picture<'a>(
        &'a self,
        state: &'a NrayaState,
        facts: Vec<Fact>,
        language: Language,
    ) -> CellPicture<'a, 1> {
        let playable = if state.outcome.is_none() { self.playable(state) } else { Cells::EMPTY };
        let must_pass = state.outcome.is_none() && playable.is_empty();
        let lines = |side| self.board().line_cells(state.stones(side));
        CellPicture {
            board: self.board(),
            stones: &state.stones,
            lines: lines(Side::First) | lines(Side::Second),
            playable,
            specials: self.specials(),
            pass: must_pass.then(|| (PASS, pass_text(language))),
            facts,
        }
    }

    /// Why the game is over.
    fn reason(&self, state: &NrayaState, language: Language) -> Option<String> {
        state.outcome.map(|_| {
            if state.stones.iter().any(|cells| self.board().has_line(*cells)) {
                return run_text(self.board().run(), language);
            }
            if state.stones[0] | state.stones[1] == self.board().full() {
                let [first, second] = self.windows_of_four(&state.stones);
                return text!(
                    language,
                    "the board is full: {first} against {second} groups of four",
                    "el tablero está lleno: {first} contra {second} grupos de cuatro",
                    first,
                    second,
                );
            }
            text!(
                language,
                "{limit} moves without a winner",
                "{limit} jugadas sin que nadie gane",
                limit = PLY_LIMIT,
            )
        })
    }

    /// Whose stone one is that is put on a cell now.
    fn owner_of_new(&self, state: &NrayaState, bit: u8) -> Side {
        if self.special(bit) == Some(SpecialCell::Red) { state.side.other() } else { state.side }
    }

    fn placed(&self, state: &NrayaState, bit: u8, language: Language) -> MoveEvent {
        let name = self.board().cell_name(u32::from(bit));
        let owner = self.owner_of_new(state, bit);
        let stone = self.picture(state, Vec::new(), language).stone(u32::from(bit), owner);
        let told = if owner == state.side {
            name
        } else {
            text!(
                language,
                "{name}: the stone becomes player {owner}'s",
                "{name}: la ficha pasa al jugador {owner}",
                name,
                owner,
            )
        };
        MoveEvent::new("place", told).of(Some(stone))
    }

    /// The stones that a yellow cell takes.
    fn hit(&self, state: &NrayaState, bit: u8) -> Vec<(u32, Side)> {
        let cross = self.cross(bit);
        let of_side = |side: Side| (state.stones(side) & cross).bits().map(move |bit| (bit, side));
        Side::BOTH.into_iter().flat_map(of_side).collect()
    }
}

fn pass_text(language: Language) -> String {
    language.pick("pass", "pasar").to_owned()
}

fn clear_text(stones: usize, language: Language) -> String {
    match stones {
        0 => text!(language, "row and column were empty", "la fila y la columna estaban vacías"),
        1 => text!(
            language,
            "row and column are cleared: 1 stone is gone",
            "se vacían la fila y la columna: desaparece 1 ficha"
        ),
        _ => text!(
            language,
            "row and column are cleared: {stones} stones are gone",
            "se vacían la fila y la columna: desaparecen {stones} fichas",
            stones,
        ),
    }
}

fn moves_left(state: &NrayaState, language: Language) -> Option<String> {
    state.outcome.is_none().then(|| match state.left {
        1 => text!(language, "1 move left in this turn", "queda 1 jugada en este turno"),
        left => {
            text!(language, "{left} moves left in this turn", "quedan {left} jugadas en este turno", left)
        }
    })
}

/// The end by the limit is announced.
fn plies_left(state: &NrayaState, language: Language) -> Option<String> {
    let left = PLY_LIMIT.saturating_sub(state.plies);
    (state.outcome.is_none() && left <= 100).then(|| {
        text!(
            language,
            "drawn in {left} moves if nobody wins",
            "tablas dentro de {left} jugadas si nadie gana",
            left,
        )
    })
}
