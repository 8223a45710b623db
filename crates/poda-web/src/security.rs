//! What stands between the world and the questions.

use std::net::SocketAddr;

use axum::{
    Router,
    body::Body,
    extract::{DefaultBodyLimit, State},
    http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Uri, header},
    middleware::{self, Next},
    response::{IntoResponse, Response},
};
use poda_core::Language;
use tower_http::compression::CompressionLayer;

use crate::{failure::Refusal, state::Shared};

/// Scripts, styles and pictures only from here, nothing inline, nobody frames us.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

pub(crate) fn around(routes: Router<Shared>, shared: &Shared) -> Router<Shared> {
    routes
        .layer(DefaultBodyLimit::max(shared.options.limits.message))
        .layer(middleware::from_fn_with_state(shared.clone(), guard))
        .layer(CompressionLayer::new())
}

async fn guard(State(shared): State<Shared>, request: Request<Body>, next: Next) -> Response {
    let (method, headers) = (request.method(), request.headers());
    let language = language(request.uri(), headers);
    let mut response = match check(shared.options.address, method, headers) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    };
    if language != Language::English
        && let Some(refusal) = response.extensions_mut().remove::<Refusal>()
    {
        response = refusal.response(language);
    }
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// The language that a request asks for: by its `lang`, or else by the browser's settings.
fn language(uri: &Uri, headers: &HeaderMap) -> Language {
    let asked = uri
        .query()
        .into_iter()
        .flat_map(|query| query.split('&'))
        .find_map(|pair| pair.strip_prefix("lang="));
    let browser = || text(headers, header::ACCEPT_LANGUAGE);
    Language::of_locale(asked.or_else(browser).unwrap_or_default())
}

/// A page of somebody else may make a browser ask us: by a name that points here (then the host is not ours), or
/// from another origin (then the browser says so). Whatever changes something is refused to both.
fn check(address: SocketAddr, method: &Method, headers: &HeaderMap) -> Result<(), Refusal> {
    let host = text(headers, header::HOST).unwrap_or_default();
    if address.ip().is_loopback() && !is_local(host) {
        return Err(Refusal::forbidden(
            format!("this server is only for this machine, not for host {host:?}"),
            format!("este servidor es solo para esta máquina, no para {host:?}"),
        ));
    }
    let opens_socket = headers.contains_key(header::UPGRADE);
    if *method == Method::GET && !opens_socket || *method == Method::HEAD {
        return Ok(());
    }
    match text(headers, header::ORIGIN) {
        Some(origin) if !comes_from(origin, host) => Err(Refusal::forbidden(
            format!("requests from {origin:?} are not answered"),
            format!("no se responde a peticiones de {origin:?}"),
        )),
        _ => Ok(()),
    }
}

fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

fn comes_from(origin: &str, host: &str) -> bool {
    let bare = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    bare.is_some_and(|bare| bare.eq_ignore_ascii_case(host))
}

fn is_local(host: &str) -> bool {
    let name = if host.starts_with('[') {
        host.split_inclusive(']').next().unwrap_or_default()
    } else {
        host.split(':').next().unwrap_or_default()
    };
    ["localhost", "127.0.0.1", "[::1]"].contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_is_asked_for_by_name_or_by_the_browser() {
        for (path, browser, expected) in [
            ("/api/rules/boom", None, Language::English),
            ("/api/rules/boom?lang=es", Some("en-GB"), Language::Spanish),
            ("/api/runs/1?count=2&lang=en", Some("es"), Language::English),
            ("/api/runs/1", Some("es-ES,es;q=0.9,en;q=0.8"), Language::Spanish),
            ("/api/runs/1", Some("fr"), Language::English),
        ] {
            let headers = browser.map(|name| (header::ACCEPT_LANGUAGE, HeaderValue::from_static(name)));
            let uri = path.parse().unwrap();
            assert_eq!(language(&uri, &headers.into_iter().collect()), expected, "{path} {browser:?}");
        }
    }

    fn asked(method: &Method, pairs: &[(HeaderName, &'static str)]) -> bool {
        let headers = pairs.iter().map(|(name, value)| (name.clone(), HeaderValue::from_static(value)));
        check("127.0.0.1:7878".parse().unwrap(), method, &headers.collect()).is_ok()
    }

    #[test]
    fn only_this_machine_and_this_page_may_ask() {
        let host = (header::HOST, "localhost:7878");
        let (own, other) =
            ((header::ORIGIN, "http://localhost:7878"), (header::ORIGIN, "http://evil.example"));
        let upgrade = (header::UPGRADE, "websocket");
        for (method, pairs, allowed) in [
            (Method::GET, vec![host.clone()], true),
            (Method::GET, vec![(header::HOST, "[::1]:7878")], true),
            (Method::GET, vec![(header::HOST, "evil.example:7878")], false),
            (Method::GET, vec![(header::HOST, "localhost.evil.example")], false),
            (Method::GET, vec![], false),
            (Method::POST, vec![host.clone(), own.clone()], true),
            (Method::POST, vec![host.clone()], true),
            (Method::POST, vec![host.clone(), other.clone()], false),
            (Method::PUT, vec![host.clone(), (header::ORIGIN, "null")], false),
            (Method::GET, vec![host.clone(), upgrade.clone(), own], true),
            (Method::GET, vec![host.clone(), upgrade.clone(), other], false),
            (Method::GET, vec![host, upgrade, (header::ORIGIN, "http://localhost:78780")], false),
        ] {
            assert_eq!(asked(&method, &pairs), allowed, "{method} {pairs:?}");
        }
    }
}
