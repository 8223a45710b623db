// A minimal UGI bot for Connect-4 on 7x6: any column that is not full.
// Build it:  rustc -O -o ugi_bot_rs ugi_bot.rs
// Check it:  poda check-bot cmd:./ugi_bot_rs --game connect4
use std::io::{self, BufRead};

fn main() {
    let (mut seed, mut moves) = (0_u64, Vec::<String>::new());
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["ugi"] => {
                println!("id name ugi_bot.rs");
                println!("option name Game type combo default connect4:7x6 var connect4:7x6");
                println!("option name Seed type string default 0");
                println!("ugiok");
            }
            ["isready"] => println!("readyok"),
            ["setoption", "name", "Seed", "value", value] => seed = value.parse().unwrap_or(0),
            ["position", "startpos", rest @ ..] => {
                moves = rest.iter().skip(1).map(|word| word.to_string()).collect();
            }
            ["go", ..] => {
                let full = |column: &&&str| moves.iter().filter(|mv| mv == *column).count() < 6;
                let open: Vec<&&str> = ["1", "2", "3", "4", "5", "6", "7"].iter().filter(full).collect();
                let chance = seed.wrapping_mul(6364136223846793005);
                let chance = chance.wrapping_add((moves.len() as u64).wrapping_mul(1442695040888963407)) >> 33;
                println!("bestmove {}", open[chance as usize % open.len()]);
            }
            ["quit"] => return,
            _ => {}
        }
    }
}
