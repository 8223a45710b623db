//! Solves a Connect-4 position.
fn main() -> Result<(), poda_solve::SolveError> {
    let score = poda_solve::Solver::for_board(7, 6)?.score_of("44444")?;
    println!("{score}");
    Ok(())
}
