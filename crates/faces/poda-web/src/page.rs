//! The files of the page, from inside the binary. There is no path from here to the disk.

use std::io::Read;

use axum::{
    http::{HeaderMap, StatusCode, Uri, header},
    response::{IntoResponse, Response},
};
use flate2::read::GzDecoder;

use crate::failure::Refusal;

/// Names and contents, compressed by gzip, in the order of the names.
static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// The description of everything that clients may ask, compressed by gzip.
static DESCRIPTION: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/openapi.json.gz"));

const WITHOUT: &str = "\
<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Poda</title>
<h1>Poda</h1>
<p>This binary was built without the page. Build it with Node installed:</p>
<pre>cargo xtask page &amp;&amp; cargo build --release</pre>
<p>or let <code>cargo xtask run</code> do everything. The questions under <a href=\"/api\">/api</a> work as they are.</p>
</html>
";

fn find(name: &str) -> Option<&'static [u8]> {
    let place = FILES.binary_search_by_key(&name, |(name, _)| name).ok()?;
    Some(FILES[place].1)
}

pub(crate) fn is_built() -> bool {
    find("index.html").is_some()
}

/// Whether a path is part of the page alone, which is the same in every copy of the program: guests of a shared game need it and have
/// no other token.
pub(crate) fn is_public(path: &str) -> bool {
    let path = path.trim_start_matches('/');
    path == "together" || path.starts_with("assets/") || (path != "index.html" && find(path).is_some())
}

/// A file of the page; what looks like one of the page's own addresses is the page itself.
pub(crate) async fn file(uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path == "api" || path.starts_with("api/") {
        let path = uri.path();
        let refusal =
            Refusal::missing(format!("there is nothing at {path:?}"), format!("no hay nada en {path:?}"));
        return refusal.into_response();
    }
    if let Some(file) = find(path) {
        // The names of built files hold a hash of what is in them, so they never change.
        let cache =
            if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
        return respond(path, file, cache, &headers);
    }
    let is_file = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    if is_file && path.starts_with("assets") {
        return (StatusCode::NOT_FOUND, "there is no such file\n").into_response();
    }
    match find("index.html") {
        Some(index) => respond("index.html", index, "no-cache", &headers),
        None => ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], WITHOUT).into_response(),
    }
}

/// What clients may ask, as an `OpenAPI` document.
pub(crate) async fn description(headers: HeaderMap) -> Response {
    respond("openapi.json", DESCRIPTION, "no-cache", &headers)
}

fn respond(name: &str, file: &'static [u8], cache: &'static str, asked: &HeaderMap) -> Response {
    let headers = [(header::CONTENT_TYPE, kind(name)), (header::CACHE_CONTROL, cache)];
    if takes_gzip(asked) {
        let coding = [(header::CONTENT_ENCODING, "gzip"), (header::VARY, "accept-encoding")];
        return (headers, coding, file).into_response();
    }
    let mut plain = Vec::new();
    match GzDecoder::new(file).read_to_end(&mut plain) {
        Ok(_) => (headers, plain).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// The media type of what the page is made of.
fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "woff2" => "font/woff2",
        "json" => "application/json",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

fn takes_gzip(asked: &HeaderMap) -> bool {
    let lists = asked.get_all(header::ACCEPT_ENCODING).iter().filter_map(|list| list.to_str().ok());
    lists.flat_map(|list| list.split(',')).any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, "q=1"));
        let weight = weight.trim().strip_prefix("q=").and_then(|weight| weight.parse::<f32>().ok());
        name.trim() == "gzip" && weight.is_some_and(|weight| weight > 0.0)
    })
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn gzip_is_sent_to_clients_that_accept_it() {
        for (accepted, takes) in [
            ("gzip", true),
            ("br, gzip;q=0.5", true),
            ("deflate, gzip ; q=1.0, *;q=0.5", true),
            ("gzip;q=0", false),
            ("gzip;q=x", false),
            ("identity", false),
            ("", false),
        ] {
            let headers =
                HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(accepted))]);
            assert_eq!(takes_gzip(&headers), takes, "{accepted:?}");
        }
        assert!(!takes_gzip(&HeaderMap::new()));
    }

    #[test]
    fn the_description_is_the_committed_one() {
        let mut text = String::new();
        GzDecoder::new(DESCRIPTION).read_to_string(&mut text).expect("the build script has compressed it");
        assert_eq!(text, include_str!("../../../../web/openapi.json"));
    }
}
