//! Prints what clients may ask as an `OpenAPI` document: `cargo run -p poda-web --example openapi > web/openapi.json`.
#![expect(clippy::print_stdout, reason = "an example talks to whoever runs it")]

fn main() -> Result<(), serde_json::Error> {
    println!("{}", poda_web::openapi()?);
    Ok(())
}
