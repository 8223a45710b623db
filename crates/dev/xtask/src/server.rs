//! `poda serve`, for as long as a test needs it.

use std::{
    io::{BufRead, BufReader},
    process::{Child, Command, Stdio},
    thread,
};

use crate::steps::{Context, Result, fail};

/// A server that ends with the test.
pub(crate) struct Server {
    child: Child,
    /// Host and port it listens at.
    pub(crate) address: String,
}

impl Server {
    /// Starts `poda serve` and waits until it says where it is.
    pub(crate) fn start(serve: &mut Command) -> Result<Self> {
        serve.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        let child = serve.spawn().context("cannot start poda serve")?;
        let mut server = Self { child, address: String::new() };
        let Some(stderr) = server.child.stderr.take() else { return fail("poda serve says nothing") };
        let mut lines = BufReader::new(stderr).lines();
        let mut said = Vec::new();
        while server.address.is_empty() {
            let Some(line) = lines.next() else {
                return fail(format!("poda serve ended before it said where it is: {}", said.join("; ")));
            };
            let line = line?;
            server.address = address_in(&line).unwrap_or_default();
            said.push(line);
        }
        // Whatever else it says is read, so that it never waits for us.
        thread::spawn(move || lines.map_while(std::result::Result::ok).for_each(drop));
        Ok(server)
    }

    /// Its process.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself, and there is nobody to complain to.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
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
