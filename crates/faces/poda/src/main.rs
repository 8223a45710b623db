//! Poda with its built-in games.

use std::process::ExitCode;

use poda_catalog::Catalog;

fn main() -> ExitCode {
    poda::run(Catalog::built_in())
}
