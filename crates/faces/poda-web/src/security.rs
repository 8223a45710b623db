//! What stands between the world and the questions.

use axum::{
    Router,
    body::Body,
    extract::{DefaultBodyLimit, State},
    http::{HeaderMap, HeaderName, HeaderValue, Method, Request, StatusCode, Uri, header},
    middleware::{self, Next},
    response::{Html, IntoResponse, Response},
};
use poda_core::Language;
use tower_http::compression::CompressionLayer;

use crate::{ServerOptions, access::cookie_name, client::Peer, failure::Refusal, page, state::Shared};

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

async fn guard(State(shared): State<Shared>, peer: Peer, request: Request<Body>, next: Next) -> Response {
    let language = language(request.uri(), request.headers());
    // Answers hold games and secrets of one browser.
    let is_answer = request.uri().path().starts_with("/api");
    let mut response = match instead(&shared.options, &peer, &request) {
        None => next.run(request).await,
        Some(other) => other,
    };
    if language != Language::English
        && let Some(refusal) = response.extensions_mut().remove::<Refusal>()
    {
        response = refusal.response(language);
    }
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    if is_answer {
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

/// What is said instead of an answer, unless the request is let in.
fn instead(options: &ServerOptions, peer: &Peer, request: &Request<Body>) -> Option<Response> {
    let access = &options.access;
    let (method, uri, headers) = (request.method(), request.uri(), request.headers());
    if let Err(refusal) = access.check(peer.here, method, uri, headers) {
        return Some(refusal.into_response());
    }
    let port = options.address.port();
    // Whoever comes with the token in the address gets it as a cookie, and the address without it.
    if *method == Method::GET
        && let (Some(token), Some(address)) = (&access.token, access.in_address(uri))
    {
        let cookie = format!("{}={}; Path=/; HttpOnly; SameSite=Lax", cookie_name(port), token.text());
        let kept = [(header::SET_COOKIE, cookie), (header::LOCATION, address)];
        return Some((StatusCode::SEE_OTHER, kept).into_response());
    }
    if access.knows_token(port, headers) || is_open(method, uri.path()) {
        return None;
    }
    let is_page = !uri.path().starts_with("/api")
        && text(headers, header::ACCEPT).is_some_and(|kinds| kinds.contains("text/html"));
    if !is_page {
        return Some(no_token().into_response());
    }
    let page = language(uri, headers).pick(LOCKED_ENGLISH, LOCKED_SPANISH);
    Some((StatusCode::UNAUTHORIZED, Html(page)).into_response())
}

/// What needs no token of the server: the page, and the door of shared games, which asks for a token of its own.
fn is_open(method: &Method, path: &str) -> bool {
    matches!(*method, Method::GET | Method::HEAD) && (path == "/api/together/live" || page::is_public(path))
}

fn no_token() -> Refusal {
    Refusal::unauthorized(
        "this server asks for its token: open the address that `poda serve` printed, or send the header \
         `Authorization: Bearer TOKEN`",
        "este servidor pide su clave: abre la dirección que escribió `poda serve`, o envía la cabecera \
         `Authorization: Bearer CLAVE`",
    )
}

const LOCKED_ENGLISH: &str = "\
<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Poda</title>
<h1>Poda</h1>
<p>This server asks for its token. Open the address that <code>poda serve</code> printed when it started.</p>
</html>
";

const LOCKED_SPANISH: &str = "\
<!doctype html><html lang=\"es\"><meta charset=\"utf-8\"><title>Poda</title>
<h1>Poda</h1>
<p>Este servidor pide su clave. Abre la dirección que escribió <code>poda serve</code> al empezar.</p>
</html>
";

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

fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name).and_then(|value| value.to_str().ok())
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
}
