//! Many games at one server, and a flood.

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

/// Starts a server of this binary and floods it for so many seconds, beside somebody who plays.
pub(crate) fn flood(seconds: u32) -> Result {
    let release = ["build", "--release", "--locked", "--package"];
    step("flood, build the server", cargo(&release).arg("poda"))?;
    step("flood, build", cargo(&release).args(["poda-web", "--example", "flood"]))?;
    let ending = std::env::consts::EXE_SUFFIX;
    let folder = target().join("release");
    let data = target().join("flood");
    // What an earlier flood has left is none of this one's.
    let _ = fs::remove_dir_all(&data);
    let mut command = Command::new(folder.join(format!("poda{ending}")));
    command.args(["serve", "--port", "0", "--lang", "en", "--data"]).arg(&data);
    let server = Server::start(&mut command)?;
    let example = folder.join("examples").join(format!("flood{ending}"));
    let (process, seconds) = (server.id().to_string(), seconds.to_string());
    let mut flood = Command::new(example);
    step("flood", flood.arg(&server.address).args(["--process", &process, "--seconds", &seconds]))
}
