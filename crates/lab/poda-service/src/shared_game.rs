//! A game that two people play on two devices: whose turn it is, what each may do, and what both have to agree on.
//!
//! Who sits where is the transport's business. Whatever a seat does names the revision that it saw: what was meant for
//! another position, a second click included, is refused.

use poda_agent::GameLine;
use poda_core::{Message, Outcome, Side, message};
use serde::{Deserialize, Serialize};

use crate::{ErrorKind, FollowedLine, PositionView, ServiceError, ServiceLimits, SessionStore};

/// One of the two places at a shared game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Seat {
    /// Of whoever shared the game.
    Host,
    /// Of whoever was invited.
    Guest,
}

impl Seat {
    /// The other one.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Host => Self::Guest,
            Self::Guest => Self::Host,
        }
    }
}

/// What both seats have to agree on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum OfferKind {
    /// To take back the last move of whoever asks, and what came after it.
    Undo,
    /// To end the game with a draw.
    Draw,
    /// To play again with sides changed, once the game is over.
    Rematch,
}

/// Something that one seat wants and the other has not answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Offer {
    /// What it wants.
    pub kind: OfferKind,
    /// Which seat.
    pub by: Seat,
}

/// How a game ended that the rules would let go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum EarlyEnd {
    /// Player 1 has resigned.
    FirstResigned,
    /// Player 2 has resigned.
    SecondResigned,
    /// Both want a draw.
    Agreed,
}

impl EarlyEnd {
    fn outcome(self) -> Outcome {
        match self {
            Self::FirstResigned => Outcome::Win(Side::Second),
            Self::SecondResigned => Outcome::Win(Side::First),
            Self::Agreed => Outcome::Draw,
        }
    }
}

/// What a seat does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SeatAction {
    /// Plays a move.
    Play(String),
    /// Wants something.
    Offer(OfferKind),
    /// Says yes or no to what the other seat wants; no takes its own wish back, too.
    Answer {
        /// What is meant.
        kind: OfferKind,
        /// Whether it agrees.
        accept: bool,
    },
    /// Gives the game up.
    Resign,
}

/// A game between two seats.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SharedGame {
    line: GameLine,
    /// Moves that were there before it was shared: they are not taken back.
    base: usize,
    /// Counts everything that changed the line, or ended the game.
    revision: u64,
    /// Games that these two seats have begun.
    round: u32,
    /// Player 1 or 2: the host's.
    host: u8,
    end: Option<EarlyEnd>,
    offer: Option<Offer>,
    /// What was refused in this position: nobody is asked twice.
    refused: Vec<Offer>,
}

/// A shared game as both sides see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SharedGameView {
    /// Actions name it.
    pub revision: u64,
    /// Games that these two seats have begun.
    pub round: u32,
    /// Moves that were there before it was shared.
    pub base: usize,
    /// The host's player, 1 or 2; the guest has the other one.
    pub host: u8,
    /// How it ended, once it is over.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub outcome: Option<Outcome>,
    /// Why, if not by the rules.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub end: Option<EarlyEnd>,
    /// What waits for an answer.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub offer: Option<Offer>,
    /// What cannot be asked again before the next move.
    pub refused: Vec<Offer>,
    /// Where it stands.
    pub position: PositionView,
}

impl SharedGame {
    /// A game that goes on from a line. `host` is the host's side.
    ///
    /// # Errors
    /// If the line cannot be followed, or its game is over.
    pub fn new(
        line: GameLine,
        host: Side,
        sessions: &SessionStore,
        limits: &ServiceLimits,
    ) -> Result<Self, ServiceError> {
        let over = sessions.with(&line, limits, |followed| Ok(followed.session.outcome().is_some()))?;
        if over {
            return Err(refused(message!("the game is over", "la partida ha terminado")));
        }
        let (base, host) = (line.moves.len(), host.number());
        Ok(Self { line, base, revision: 1, round: 1, host, end: None, offer: None, refused: Vec::new() })
    }

    /// The game's moves so far.
    pub fn line(&self) -> &GameLine {
        &self.line
    }

    /// Counts everything that changed the line, or ended the game.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The side that a seat plays at the moment.
    pub fn side(&self, seat: Seat) -> Side {
        let host = Side::from_number(self.host).unwrap_or(Side::First);
        match seat {
            Seat::Host => host,
            Seat::Guest => host.other(),
        }
    }

    /// The position in a language, with all that both seats may know.
    ///
    /// # Errors
    /// If the line cannot be followed, which no action causes.
    pub fn view(
        &self,
        language: poda_core::Language,
        sessions: &SessionStore,
        limits: &ServiceLimits,
    ) -> Result<SharedGameView, ServiceError> {
        let show = |followed: &mut FollowedLine| Ok(PositionView::new(followed, language));
        let position = sessions.with(&self.line, limits, show)?;
        let Self { revision, round, base, host, end, offer, .. } = *self;
        let outcome = end.map(EarlyEnd::outcome).or(position.outcome);
        let refused = self.refused.clone();
        Ok(SharedGameView { revision, round, base, host, outcome, end, offer, refused, position })
    }

    /// Does what a seat wants, if it may.
    ///
    /// # Errors
    /// If it is meant for another position, if it is not this seat's to do, or if the rules forbid it. Nothing is changed then.
    pub fn act(
        &mut self,
        seat: Seat,
        revision: u64,
        action: SeatAction,
        sessions: &SessionStore,
        limits: &ServiceLimits,
    ) -> Result<(), ServiceError> {
        if revision != self.revision {
            return Err(refused(message!(
                "the game has gone on meanwhile: this was meant for another position",
                "la partida ha seguido mientras tanto: eso era para otra posición",
            )));
        }
        let stand = sessions.with(&self.line, limits, |followed| Ok(Standing::of(followed)))?;
        let is_over = self.end.is_some() || stand.is_over;
        match action {
            SeatAction::Offer(kind) => self.offer(seat, kind, is_over, &stand.movers),
            SeatAction::Answer { kind, accept } => self.answer(seat, kind, accept, &stand.movers),
            _ if is_over => Err(refused(message!("the game is over", "la partida ha terminado"))),
            SeatAction::Resign => {
                let end = match self.side(seat) {
                    Side::First => EarlyEnd::FirstResigned,
                    Side::Second => EarlyEnd::SecondResigned,
                };
                self.end = Some(end);
                self.changed();
                Ok(())
            }
            SeatAction::Play(mv) => {
                if stand.to_move != self.side(seat) {
                    return Err(refused(message!("it is not your turn", "no te toca")));
                }
                let line = self.line.after(mv);
                sessions.with(&line, limits, |_| Ok(()))?;
                self.line = line;
                self.changed();
                Ok(())
            }
        }
    }

    /// What was asked about an earlier position is not asked any more.
    fn changed(&mut self) {
        self.revision += 1;
        self.offer = None;
        self.refused.clear();
    }

    fn offer(
        &mut self,
        by: Seat,
        kind: OfferKind,
        is_over: bool,
        movers: &[Side],
    ) -> Result<(), ServiceError> {
        let offer = Offer { kind, by };
        let is_possible = match kind {
            OfferKind::Draw => !is_over,
            OfferKind::Rematch => is_over,
            OfferKind::Undo => !is_over && self.undone(by, movers).is_some(),
        };
        if !is_possible {
            return Err(refused(message!("that cannot be asked for now", "eso no se puede pedir ahora")));
        }
        if self.offer == Some(Offer { kind, by: by.other() }) {
            return self.answer(by, kind, true, movers);
        }
        if self.refused.contains(&offer) {
            return Err(refused(message!(
                "the other player has said no: ask again after the next move",
                "la otra persona ha dicho que no: vuelve a pedirlo tras la próxima jugada",
            )));
        }
        self.offer = Some(offer);
        Ok(())
    }

    fn answer(
        &mut self,
        seat: Seat,
        kind: OfferKind,
        accept: bool,
        movers: &[Side],
    ) -> Result<(), ServiceError> {
        let Some(offer) = self.offer.filter(|offer| offer.kind == kind) else {
            return Err(refused(message!("nobody has asked for that", "nadie ha pedido eso")));
        };
        let is_own = offer.by == seat;
        if !accept {
            self.offer = None;
            if !is_own {
                self.refused.push(offer);
            }
            return Ok(());
        }
        if is_own {
            return Err(refused(message!(
                "the other player has to agree",
                "la otra persona tiene que aceptar"
            )));
        }
        match kind {
            OfferKind::Draw => self.end = Some(EarlyEnd::Agreed),
            OfferKind::Undo => {
                let plies = self.undone(offer.by, movers).unwrap_or(self.line.moves.len());
                self.line.moves.truncate(plies);
            }
            OfferKind::Rematch => {
                self.line.moves.clear();
                self.base = 0;
                self.end = None;
                self.round += 1;
                self.host = 3 - self.host;
            }
        }
        self.changed();
        Ok(())
    }

    /// The plies that stay if a seat takes its last move back; nothing if it has made none here.
    fn undone(&self, seat: Seat, movers: &[Side]) -> Option<usize> {
        let own = self.side(seat);
        movers.iter().rposition(|mover| *mover == own).filter(|ply| *ply >= self.base)
    }
}

/// What the rules say about the position.
struct Standing {
    to_move: Side,
    is_over: bool,
    movers: Vec<Side>,
}

impl Standing {
    fn of(followed: &FollowedLine) -> Self {
        let session = &followed.session;
        Self { to_move: session.to_move(), is_over: session.outcome().is_some(), movers: session.movers() }
    }
}

fn refused(why: Message) -> ServiceError {
    ServiceError::new(ErrorKind::Forbidden, why)
}

#[cfg(test)]
mod tests {
    use poda_core::Language;

    use super::*;

    struct Table {
        game: SharedGame,
        sessions: SessionStore,
    }

    impl Table {
        fn new(game: &str, moves: &[&str], host: Side) -> Self {
            let sessions = SessionStore::default();
            let moves = moves.iter().map(|mv| (*mv).to_owned()).collect();
            let line = GameLine { moves, ..GameLine::new(game) };
            let game = SharedGame::new(line, host, &sessions, &ServiceLimits::default()).unwrap();
            Self { game, sessions }
        }

        fn act_at(&mut self, revision: u64, seat: Seat, action: SeatAction) -> Result<(), String> {
            let before = self.game.clone();
            let done = self.game.act(seat, revision, action, &self.sessions, &ServiceLimits::default());
            done.map_err(|error| {
                assert_eq!(self.game, before, "a refused action changes nothing");
                error.to_string()
            })
        }

        fn act(&mut self, seat: Seat, action: SeatAction) -> Result<(), String> {
            self.act_at(self.game.revision, seat, action)
        }

        fn play(&mut self, seat: Seat, mv: &str) -> Result<(), String> {
            self.act(seat, SeatAction::Play(mv.into()))
        }

        fn view(&self) -> SharedGameView {
            self.game.view(Language::English, &self.sessions, &ServiceLimits::default()).unwrap()
        }
    }

    const ACCEPT_UNDO: SeatAction = SeatAction::Answer { kind: OfferKind::Undo, accept: true };

    #[test]
    fn each_seat_moves_for_itself_and_once() {
        let mut table = Table::new("boom", &[], Side::Second);
        assert!(table.play(Seat::Host, "4").unwrap_err().contains("not your turn"));
        let first = table.game.revision;
        table.play(Seat::Guest, "4").unwrap();
        assert!(
            table.act_at(first, Seat::Guest, SeatAction::Play("4".into())).unwrap_err().contains("gone on")
        );
        assert!(table.play(Seat::Host, "9").unwrap_err().contains("illegal move \"9\""));
        table.play(Seat::Host, "4").unwrap();
        // BOOM's turns have two actions after the first one.
        table.play(Seat::Host, "4").unwrap();
        assert!(table.play(Seat::Host, "4").unwrap_err().contains("not your turn"));
        assert_eq!(table.view().position.movers, [Side::First, Side::Second, Side::Second]);
    }

    #[test]
    fn taking_back_needs_both_and_stops_at_the_shared_start() {
        let mut table = Table::new("connect4", &["4", "4"], Side::First);
        let undo = || SeatAction::Offer(OfferKind::Undo);
        assert!(table.act(Seat::Host, undo()).unwrap_err().contains("cannot be asked"));
        table.play(Seat::Host, "1").unwrap();
        table.play(Seat::Guest, "2").unwrap();
        table.act(Seat::Host, undo()).unwrap();
        assert!(table.act(Seat::Host, ACCEPT_UNDO).unwrap_err().contains("has to agree"));
        assert!(table.act(Seat::Guest, SeatAction::Answer { kind: OfferKind::Draw, accept: true }).is_err());
        table.act(Seat::Guest, SeatAction::Answer { kind: OfferKind::Undo, accept: false }).unwrap();
        assert!(table.act(Seat::Host, undo()).unwrap_err().contains("said no"));
        let old = table.game.revision;
        table.act(Seat::Guest, undo()).unwrap();
        table.act(Seat::Host, ACCEPT_UNDO).unwrap();
        assert_eq!(table.game.line.moves, ["4", "4", "1"]);
        // The same number of moves, but not the same revision.
        assert!(table.act_at(old, Seat::Guest, SeatAction::Play("2".into())).is_err());
        table.act(Seat::Host, undo()).unwrap();
        table.act(Seat::Guest, ACCEPT_UNDO).unwrap();
        assert_eq!(table.game.line.moves, ["4", "4"]);
    }

    #[test]
    fn a_game_ends_by_rules_resignation_or_agreement_and_begins_again_with_sides_changed() {
        let mut table = Table::new("connect4", &["1", "2", "1", "2", "1", "2"], Side::First);
        let rematch = || SeatAction::Offer(OfferKind::Rematch);
        assert!(table.act(Seat::Host, rematch()).is_err());
        table.play(Seat::Host, "1").unwrap();
        assert_eq!(table.view().outcome, Some(Outcome::Win(Side::First)));
        assert!(table.act(Seat::Guest, SeatAction::Resign).unwrap_err().contains("over"));
        assert!(table.act(Seat::Guest, SeatAction::Offer(OfferKind::Draw)).is_err());
        table.act(Seat::Guest, rematch()).unwrap();
        // Both wanting the same is agreement.
        table.act(Seat::Host, rematch()).unwrap();
        let view = table.view();
        assert_eq!((view.round, view.host, view.base, view.outcome), (2, 2, 0, None));
        assert!(view.position.line.moves.is_empty());
        table.play(Seat::Guest, "4").unwrap();
        table.act(Seat::Guest, SeatAction::Resign).unwrap();
        let view = table.view();
        assert_eq!(
            (view.outcome, view.end),
            (Some(Outcome::Win(Side::Second)), Some(EarlyEnd::FirstResigned))
        );
        assert!(table.play(Seat::Host, "4").unwrap_err().contains("over"));
        table.act(Seat::Host, rematch()).unwrap();
        table.act(Seat::Guest, rematch()).unwrap();
        table.act(Seat::Host, SeatAction::Offer(OfferKind::Draw)).unwrap();
        table.act(Seat::Guest, SeatAction::Offer(OfferKind::Draw)).unwrap();
        assert_eq!(table.view().outcome, Some(Outcome::Draw));
        assert!(
            SharedGame::new(
                GameLine {
                    moves: ["1", "2", "1", "2", "1", "2", "1"].map(str::to_owned).into(),
                    ..GameLine::new("connect4")
                },
                Side::First,
                &table.sessions,
                &ServiceLimits::default()
            )
            .is_err()
        );
    }

    #[test]
    fn parchis_keeps_its_dice_and_its_extra_moves() {
        let mut table = Table::new("parchis", &[], Side::First);
        for _ in 0..40 {
            let view = table.view();
            let seat = if view.position.to_move == Side::First { Seat::Host } else { Seat::Guest };
            let mv = view.position.legal[0].clone();
            assert!(table.play(seat.other(), &mv).unwrap_err().contains("not your turn"));
            table.play(seat, &mv).unwrap();
        }
        let text = serde_json::to_string(&table.game).unwrap();
        assert_eq!(serde_json::from_str::<SharedGame>(&text).unwrap(), table.game);
    }
}
