//! Many games at one server.

use std::{
    fs,
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
    thread,
};

use crate::steps::{Context, Result, cargo, fail, step, target};

/// A server that ends with us.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself, and there is nobody to complain to.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts a server of this binary and plays so many games at once there, beside so many idle connections.
pub(crate) fn load(poda: &Path, games: u32, idle: u32) -> Result {
    let data = target().join("load");
    fs::create_dir_all(&data).context(data.display())?;
    let mut command = Command::new(poda);
    command.args(["serve", "--port", "0", "--lang", "en", "--data"]).arg(&data);
    command.args(["--connections", &(games + idle + 10).to_string()]);
    let child =
        command.stdin(Stdio::null()).stderr(Stdio::piped()).spawn().context("cannot start poda serve")?;
    let mut server = Server(child);
    let Some(stderr) = server.0.stderr.take() else { return fail("poda serve says nothing") };
    let mut lines = BufReader::new(stderr).lines();
    let address = loop {
        match lines.next() {
            Some(line) => {
                if let Some(address) = address_in(&line?) {
                    break address;
                }
            }
            None => return fail("poda serve ended before it said where it is"),
        }
    };
    // Whatever else it says is read, so that it never waits for us.
    thread::spawn(move || lines.map_while(std::result::Result::ok).for_each(drop));
    let (games, idle) = (games.to_string(), idle.to_string());
    let example = ["run", "--locked", "--quiet", "--package", "poda-web", "--example", "load", "--"];
    step("load", cargo(&example).arg(&address).args(["--games", &games, "--idle", &idle]))
}

/// The address in `the page is at http://127.0.0.1:7878 (...)`.
fn address_in(line: &str) -> Option<String> {
    let (_, rest) = line.split_once("http://")?;
    rest.split_whitespace().next().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_is_found() {
        let line = "the page is at http://127.0.0.1:7878 (Ctrl-C ends it)";
        assert_eq!(address_in(line).as_deref(), Some("127.0.0.1:7878"));
        assert_eq!(address_in("this binary was built without the page"), None);
    }
}
