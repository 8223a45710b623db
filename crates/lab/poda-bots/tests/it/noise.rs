//! Lines made of the protocol's own words in any order: nothing panics, and what is understood is written and read back
//! as the same.

use poda_bots::{JsonCells, UgiCommand, UgiReply};

const WORDS: &[&str] = &[
    "ugi",
    "uci",
    "position",
    "startpos",
    "fen",
    "moves",
    "go",
    "depth",
    "nodes",
    "infinite",
    "p1time",
    "binc",
    "-1",
    "7",
    "99999999999999999999",
    "setoption",
    "name",
    "value",
    "query",
    "result",
    "info",
    "score",
    "cp",
    "win",
    "draw",
    "mate",
    "pv",
    "string",
    "bestmove",
    "option",
    "type",
    "var",
    "default",
    "id",
    "author",
    "response",
    "ñ",
    "\u{0}",
    "\"",
    "4x/o3",
    "7/7",
    "/",
];

#[test]
fn noise_is_read_politely() {
    let mut chance = 1_u64;
    let mut draw = |count: usize| {
        chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (chance >> 33) as usize % count
    };
    let mut understood = [0; 2];
    for _ in 0..200_000 {
        let line: Vec<&str> = (0..draw(8)).map(|_| WORDS[draw(WORDS.len())]).collect();
        let line = line.join(" ");
        let order = UgiCommand::read(&line);
        if !matches!(order, UgiCommand::Unknown(_)) {
            understood[0] += 1;
            assert_eq!(UgiCommand::read(&order.to_string()), order, "{line:?}");
        }
        let answer = UgiReply::read(&line);
        if !matches!(answer, UgiReply::Unknown(_) | UgiReply::Option(_)) {
            understood[1] += 1;
            assert_eq!(UgiReply::read(&answer.to_string()), answer, "{line:?}");
        }
        if let Some(cells) = JsonCells::read(&line) {
            assert_eq!(cells.cells.len(), cells.columns * cells.rows, "{line:?}");
        }
    }
    assert!(understood.iter().all(|count| *count > 1000), "{understood:?}");
}
