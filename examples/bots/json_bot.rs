// The smallest bot that plays every game: one JSON object a line in, one move a line out.
// Build it:  rustc -O -o json_bot_rs json_bot.rs
// Check it:  poda check-bot json:./json_bot_rs --game boom
use std::io::{self, BufRead};

/// The texts between quotes in the list behind `name`. Moves hold neither quotes nor brackets.
fn list<'a>(line: &'a str, name: &str) -> Vec<&'a str> {
    let start = format!("\"{name}\":[");
    let Some(at) = line.find(&start) else { return Vec::new() };
    let rest = &line[at + start.len()..];
    rest[..rest.find(']').unwrap_or(0)].split('"').skip(1).step_by(2).collect()
}

fn number(line: &str, name: &str) -> u64 {
    let start = format!("\"{name}\":");
    let Some(at) = line.find(&start) else { return 0 };
    line[at + start.len()..].chars().map_while(|c| c.to_digit(10)).fold(0, |sum, digit| sum * 10 + u64::from(digit))
}

fn main() {
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let legal = list(&line, "legal");
        let plies = list(&line, "moves").len() as u64;
        // The same seed and the same number of moves give the same answer, so that games can be repeated.
        let chance = number(&line, "seed").wrapping_mul(6364136223846793005);
        let chance = chance.wrapping_add(plies.wrapping_mul(1442695040888963407)) >> 33;
        println!("{}", legal[chance as usize % legal.len()]);
    }
}
