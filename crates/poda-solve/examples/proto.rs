use poda_connect::Connect4; use poda_core::*;
use std::io::BufRead;
fn main() {
    let mut args = std::env::args().skip(1);
    let file = args.next().unwrap();
    let mb: usize = args.next().unwrap().parse().unwrap();
    let limit: usize = args.next().unwrap().parse().unwrap();
    let game = Connect4::<u64>::default();
    let mut solver = poda_solve::Solver::new(&game, mb).unwrap();
    #[cfg(feature="threads")]
    if let Some(t) = args.next() { solver = solver.with_threads(t.parse().unwrap()); }
    let state = |m: &str| m.bytes().fold(game.start(), |s, b| game.play(&s, b - b'1'));
    struct Talk; impl poda_solve::Onlooker for Talk { fn learned(&mut self, f: &poda_solve::Findings) { eprintln!("  {f:?}"); } }
    if file == "empty" {
        let t = cpu_time::ProcessTime::now(); let w = std::time::Instant::now();
        let s = solver.solve(&game.start(), poda_solve::Goal::Exact, &mut Talk).unwrap();
        println!("empty {s:?} cpu {:?} wall {:?}", t.elapsed(), w.elapsed());
        return;
    }
    let f = std::io::BufReader::new(std::fs::File::open(&file).unwrap());
    let (mut n, mut wrong, mut nodes) = (0, 0, 0);
    let t = cpu_time::ProcessTime::now(); let w = std::time::Instant::now();
    for line in f.lines().take(limit) {
        let line = line.unwrap();
        let (m, s) = line.split_once(' ').unwrap();
        let v = solver.solve(&state(m), poda_solve::Goal::Exact, &mut poda_solve::Nobody).unwrap();
        nodes += v.nodes;
        if v.score() != s.trim().parse::<i32>().ok() { wrong += 1; if wrong < 5 { println!("WRONG {line} got {v:?}"); } }
        n += 1;
    }
    let e = t.elapsed().as_secs_f64();
    println!("{} n={n} wrong={wrong} mean {:.1} us, {:.1} nodes, {:.0} ns/node wall {:?}", file.rsplit('/').next().unwrap(), e * 1e6 / n as f64, nodes as f64 / n as f64, e*1e9/nodes as f64, w.elapsed());
}
