//! Compresses the page and the description of the questions, which the server holds. Without the page the server works too.

use std::{
    env,
    fmt::Write as _,
    fs,
    io::{Result, Write as _},
    path::{Path, PathBuf},
};

use flate2::{Compression, write::GzEncoder};

fn main() -> Result<()> {
    let page = Path::new("../../../web/dist");
    let description = Path::new("../../../web/openapi.json");
    // An empty folder can be watched, a missing one would have the crate compiled again and again.
    let _ = fs::create_dir_all(page);
    println!("cargo:rerun-if-changed={}", page.display());
    println!("cargo:rerun-if-changed={}", description.display());
    if !page.join("index.html").exists() {
        println!("cargo:warning=poda-web: without the page; `cargo xtask page` builds it (needs Node)");
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let mut files = Vec::new();
    list(page, &mut files)?;
    files.sort();
    let mut table = String::from("&[");
    for (number, path) in files.iter().enumerate() {
        let name = path.strip_prefix(page).expect("it is below").to_string_lossy().replace('\\', "/");
        compress(path, &out.join(format!("{number}.gz")))?;
        let _ = writeln!(table, "({name:?}, include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{number}.gz\"))),");
    }
    compress(description, &out.join("openapi.json.gz"))?;
    fs::write(out.join("files.rs"), table + "]")
}

/// Every file below a folder.
fn list(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            list(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}

fn compress(file: &Path, compressed: &Path) -> Result<()> {
    let mut encoder = GzEncoder::new(fs::File::create(compressed)?, Compression::best());
    encoder.write_all(&fs::read(file)?)?;
    encoder.finish().map(drop)
}
