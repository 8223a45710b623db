use std::io::BufRead;
fn main() {
    let mut args = std::env::args().skip(1);
    let file = args.next().unwrap();
    let mb: usize = args.next().unwrap().parse().unwrap();
    let limit: usize = args.next().unwrap().parse().unwrap();
    let mut solver = poda_solve::Proto::new(mb);
    if file == "empty" {
        let t = cpu_time::ProcessTime::now();
        let s = solver.solve("");
        println!("empty {s} nodes {} time {:?}", solver.nodes, t.elapsed());
        return;
    }
    let f = std::io::BufReader::new(std::fs::File::open(&file).unwrap());
    let mut n = 0;
    let mut wrong = 0;
    let t = cpu_time::ProcessTime::now();
    for line in f.lines().take(limit) {
        let line = line.unwrap();
        let (m, s) = line.split_once(' ').unwrap();
        let v = solver.solve(m);
        if v != s.trim().parse::<i32>().unwrap() { wrong += 1; if wrong < 5 { println!("WRONG {line} got {v}"); } }
        n += 1;
    }
    let e = t.elapsed().as_secs_f64();
    println!("{} n={n} wrong={wrong} mean {:.1} us, {:.1} nodes, {:.0} ns/node", file.rsplit('/').next().unwrap(), e * 1e6 / n as f64, solver.nodes as f64 / n as f64, e*1e9/solver.nodes as f64);
}
