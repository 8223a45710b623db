//! Many games at one server.

use std::{fs, path::Path, process::Command};

use crate::{
    server::Server,
    steps::{Context, Result, cargo, step, target},
};

/// Starts a server of this binary and plays so many games at once there, beside so many idle connections.
pub(crate) fn load(poda: &Path, games: u32, idle: u32) -> Result {
    let data = target().join("load");
    fs::create_dir_all(&data).context(data.display())?;
    let mut command = Command::new(poda);
    command.args(["serve", "--port", "0", "--lang", "en", "--data"]).arg(&data);
    command.args(["--connections", &(games + idle + 10).to_string(), "--waiting", &games.to_string()]);
    let server = Server::start(&mut command)?;
    let (games, idle) = (games.to_string(), idle.to_string());
    // With the features of the whole workspace, as the tests were built: nothing is compiled again.
    let build = ["build", "--locked", "--quiet", "--workspace", "--example", "load"];
    step("load, build", &mut cargo(&build))?;
    let example = target().join("debug/examples").join(format!("load{}", std::env::consts::EXE_SUFFIX));
    step("load", Command::new(example).arg(&server.address).args(["--games", &games, "--idle", &idle]))
}
