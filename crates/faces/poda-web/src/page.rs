//! The files of the page, from inside the binary. There is no path from here to the disk.

use axum::{
    http::{HeaderValue, StatusCode, Uri, header},
    response::{IntoResponse, Response},
};
use rust_embed::Embed;

use crate::failure::Refusal;

#[derive(Embed)]
#[folder = "../../../web/dist"]
#[allow_missing = true]
struct PageFiles;

const WITHOUT: &str = "\
<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Poda</title>
<h1>Poda</h1>
<p>This binary was built without the page. Build it with Node installed:</p>
<pre>cargo xtask page &amp;&amp; cargo build --release</pre>
<p>or let <code>cargo xtask run</code> do everything. The questions under <a href=\"/api\">/api</a> work as they are.</p>
</html>
";

pub(crate) fn is_built() -> bool {
    PageFiles::get("index.html").is_some()
}

/// Whether a path leads to nothing but the page itself, which is the same in every copy of this program: whoever is invited to a
/// shared game needs it, and has no other token.
pub(crate) fn is_public(path: &str) -> bool {
    let path = path.trim_start_matches('/');
    path == "together"
        || path.starts_with("assets/")
        || (path != "index.html" && PageFiles::get(path).is_some())
}

/// A file of the page; what looks like one of the page's own addresses is the page itself.
pub(crate) async fn file(uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path == "api" || path.starts_with("api/") {
        let path = uri.path();
        let refusal =
            Refusal::missing(format!("there is nothing at {path:?}"), format!("no hay nada en {path:?}"));
        return refusal.into_response();
    }
    if let Some(file) = PageFiles::get(path) {
        // The names of built files hold a hash of what is in them, so they never change.
        let cache =
            if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
        return respond(&file, cache);
    }
    let is_file = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    if is_file && path.starts_with("assets") {
        return (StatusCode::NOT_FOUND, "there is no such file\n").into_response();
    }
    match PageFiles::get("index.html") {
        Some(index) => respond(&index, "no-cache"),
        None => ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], WITHOUT).into_response(),
    }
}

fn respond(file: &rust_embed::EmbeddedFile, cache: &'static str) -> Response {
    let kind = HeaderValue::from_str(file.metadata.mimetype());
    let headers = [
        (header::CONTENT_TYPE, kind.unwrap_or(HeaderValue::from_static("application/octet-stream"))),
        (header::CACHE_CONTROL, HeaderValue::from_static(cache)),
    ];
    (headers, file.data.clone().into_owned()).into_response()
}
