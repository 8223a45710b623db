//! Executes the examples of `RULES.md`.
#![expect(clippy::unwrap_used, reason = "a test may fail where it stands")]

use poda_core::{Game, Moves, Notation};
use poda_parchis::{Parchis, ParchisState};

struct Example {
    rules: Parchis,
    state: ParchisState,
}

impl Example {
    fn legal(&self) -> Vec<String> {
        let mut moves = Moves::new();
        self.rules.moves(&self.state, &mut moves);
        moves.iter().map(|mv| self.rules.move_text(&self.state, *mv)).collect()
    }

    /// Replaces fields of the position line.
    fn set(&mut self, fields: &str) {
        let mut line = self.rules.position_text(&self.state);
        for field in fields.split(' ') {
            let name = format!("{}=", field.split_once('=').unwrap().0);
            let old = line.split(' ').find(|old| old.starts_with(&name)).unwrap().to_owned();
            line = line
                .split(' ')
                .map(|known| if known == old { field } else { known })
                .collect::<Vec<_>>()
                .join(" ");
        }
        self.state = self.rules.read_position(&line).unwrap();
    }

    fn obey(&mut self, word: &str, rest: &str, place: &str) {
        match word {
            "game" => {
                self.rules = rest.parse().unwrap();
                self.state = self.rules.start();
            }
            "set" => self.set(rest),
            "play" => {
                let mv = self
                    .rules
                    .read_move(&self.state, rest)
                    .unwrap_or_else(|error| panic!("{place}: {error}"));
                self.state = self.rules.play(&self.state, mv);
            }
            "expect" => {
                let line = self.rules.position_text(&self.state);
                for field in rest.split(' ') {
                    assert!(
                        line.split(' ').any(|found| found == field),
                        "{place}: expected {field} in {line}"
                    );
                }
            }
            "legal" | "illegal" => {
                let legal = self.legal();
                for text in rest.split(' ') {
                    assert_eq!(
                        legal.iter().any(|known| known == text),
                        word == "legal",
                        "{place}: {text} in {legal:?}"
                    );
                }
            }
            "count" => assert_eq!(self.legal().len().to_string(), rest, "{place}"),
            _ => panic!("{place}: {word:?} is no word of an example"),
        }
    }
}

#[test]
fn every_example_of_the_rules_holds() {
    let mut executed = 0;
    let mut example: Option<Example> = None;
    for (index, line) in include_str!("../../RULES.md").lines().enumerate() {
        match (line, &mut example) {
            ("```poda", None) => {
                let rules = Parchis::default();
                example = Some(Example { rules, state: rules.start() });
            }
            ("```", Some(_)) => example = None,
            (line, Some(example)) => {
                let (word, rest) = line.split_once(' ').unwrap();
                example.obey(word, rest, &format!("RULES.md:{}", index + 1));
                executed += 1;
            }
            _ => {}
        }
    }
    assert!(executed > 100, "{executed}");
}
