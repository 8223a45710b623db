//! Says how to get the page when it is not there. The server works without it.

use std::{fs, path::Path};

fn main() {
    let page = Path::new("../../../web/dist");
    // An empty folder can be watched, a missing one would have the crate compiled again and again.
    let _ = fs::create_dir_all(page);
    println!("cargo:rerun-if-changed={}", page.display());
    if !page.join("index.html").exists() {
        println!("cargo:warning=poda-web: without the page; `cargo xtask page` builds it (needs Node)");
    }
}
