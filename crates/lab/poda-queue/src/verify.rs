//! Games that workers send are checked before they count.

use poda_contest::{GameRecord, Pairing, ReadyContest};
use poda_core::{Message, message};

/// Sees that a game is one of the schedule, with its players, sides and opening, and could have been played like this.
pub(crate) fn check_game(
    contest: &ReadyContest,
    expected: Option<&Pairing>,
    record: &GameRecord,
) -> Result<(), Message> {
    let is_ours = expected.is_some_and(|game| {
        game.index == record.index
            && game.players == record.players
            && *contest.opening(game.opening) == record.opening
    });
    if is_ours {
        contest.players().check_record(record)
    } else {
        Err(message!("it is not in the schedule", "no está en el calendario"))
    }
}

#[cfg(test)]
mod tests {
    use poda_contest::{Conditions, Contest, Format, GamePlayer, Openings, Plan, Player, Termination};
    use poda_core::{Outcome, Side};

    use super::*;

    type Change = fn(&mut GameRecord);

    #[test]
    fn each_field_of_a_game_is_checked() {
        let contest = Contest {
            game: "connect4".into(),
            players: Player::read_all(&["random", "other=random", "third=random"]),
            plan: Plan { format: Format::RoundRobin, players: 3, games: 4, rounds: 1 },
            openings: Openings::Random(4),
            conditions: Conditions::default(),
            seed: 7,
            sprt: None,
            shard: None,
        };
        let contest =
            ReadyContest::new(contest, &poda_catalog::Catalog::default(), &poda_bots::read_player).unwrap();
        let play = |index: u64, players: [usize; 2], opening: usize| {
            let pairing = Pairing { index, players, opening };
            let line = contest.opening(opening);
            let record = GamePlayer::default().play(contest.players(), pairing, line, &()).unwrap();
            (pairing, record)
        };
        let (pairing, right) = play(2, [0, 1], 0);
        let winner = right.outcome.and_then(Outcome::winner).expect("this game is won");
        let check = |record: &GameRecord| check_game(&contest, Some(&pairing), record);
        assert_eq!(check(&right), Ok(()));
        assert!(check_game(&contest, None, &right).is_err(), "no such game");
        // Whole and true games, but not this one.
        for (what, other) in [
            ("another opening", GameRecord { index: 2, seed: right.seed, ..play(2, [0, 1], 1).1 }),
            ("the sides changed", play(2, [1, 0], 0).1),
            ("another player", play(2, [0, 2], 0).1),
            ("another number", play(3, [0, 1], 0).1),
        ] {
            let own = Pairing {
                index: other.index,
                players: other.players,
                opening: usize::from(what.ends_with("opening")),
            };
            assert_eq!(check_game(&contest, Some(&own), &other), Ok(()), "{what}: it is true");
            assert_eq!(check(&other).unwrap_err().english(), "it is not in the schedule", "{what}");
        }
        let changes: [(&str, Change, &str); 8] = [
            ("seed", |game| game.seed ^= 1, "its seed is another one"),
            ("no such player", |game| game.players = [0, 9], "it is not in the schedule"),
            ("a move too few", |game| drop(game.plies.pop()), "and its moves say -"),
            ("no such move", |game| game.plies[0].mv = "99".into(), "99"),
            ("a draw", |game| game.outcome = Some(Outcome::Draw), "it says draw"),
            ("no outcome", |game| game.outcome = None, "it says -"),
            ("too long", |game| game.termination = Termination::TooLong, "the rules had ended it before"),
            (
                "a limit of plies that is not reached",
                |game| {
                    game.plies.truncate(1);
                    (game.termination, game.outcome) = (Termination::TooLong, Some(Outcome::Draw));
                },
                "it says too-long after 5 plies",
            ),
        ];
        for (what, change, why) in changes {
            let mut game = right.clone();
            change(&mut game);
            let error = check(&game).unwrap_err();
            assert!(error.english().contains(why), "{what}: {error}");
        }
        let lost = GameRecord { outcome: Some(Outcome::Win(winner.other())), ..right.clone() };
        assert!(check(&lost).is_err(), "the other side has won");
        // A player that gives up loses, whose turn it is: not the other one.
        for (side, is_true) in
            [(right.opening.moves.len() % 2, true), (1 - right.opening.moves.len() % 2, false)]
        {
            let outcome = Some(Outcome::Win(Side::BOTH[side].other()));
            let gone =
                GameRecord { plies: Vec::new(), termination: Termination::Crash, outcome, ..right.clone() };
            assert_eq!(check(&gone).is_ok(), is_true, "{side}");
        }
    }
}
