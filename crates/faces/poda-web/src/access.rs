//! Who may ask at all: under which names this server answers, and who knows its token.

use std::net::{IpAddr, SocketAddr};

use axum::http::{HeaderMap, HeaderName, Method, Uri, header, uri::Authority};
use subtle::ConstantTimeEq;

use crate::failure::Refusal;

/// Names that every browser takes for this machine itself, whatever a name server says.
const LOOPBACK: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// A secret that the owner of the server hands to whom he likes.
#[derive(Clone)]
pub struct AccessToken(String);

impl AccessToken {
    /// A new one that nobody can guess.
    ///
    /// # Errors
    /// If the system has no randomness.
    pub fn random() -> Result<Self, String> {
        random_text().map(Self)
    }

    /// As it stands in an address.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// Takes as long whatever is wrong.
    fn is(&self, text: &str) -> bool {
        self.0.as_bytes().ct_eq(text.as_bytes()).into()
    }
}

impl std::fmt::Debug for AccessToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("AccessToken(..)")
    }
}

/// 128 bits from the system, as hexadecimal digits.
pub(crate) fn random_text() -> Result<String, String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| error.to_string())?;
    Ok(format!("{:032x}", u128::from_ne_bytes(bytes)))
}

/// Whom this server answers.
#[derive(Clone, Debug, Default)]
pub struct AccessOptions {
    /// Host names of this machine, or of a server in front of it: `poda.example`, `10.0.0.7:8080`.
    pub names: Vec<HostName>,
    /// What everybody has to know, if anything.
    pub token: Option<AccessToken>,
}

/// A name or address under which a server is reached, with its port if it is not the usual one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HostName {
    /// In small letters; addresses of IPv6 in brackets.
    host: String,
    port: Option<u16>,
}

impl HostName {
    fn read(text: &str) -> Option<Self> {
        // The library's own reader accepts `[::1].example` and users.
        let authority: Authority = text.parse().ok()?;
        let host = authority.host();
        let port = authority.as_str().strip_prefix(host)?;
        let port = match port.strip_prefix(':') {
            Some(digits) if digits.bytes().all(|byte| byte.is_ascii_digit()) => Some(digits.parse().ok()?),
            None if port.is_empty() => None,
            _ => return None,
        };
        let is_bracketed = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        let is_sound = match is_bracketed {
            Some(address) => address.parse::<std::net::Ipv6Addr>().is_ok(),
            None => host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._".contains(&byte)),
        };
        (is_sound && !host.is_empty()).then(|| Self { host: host.to_ascii_lowercase(), port })
    }

    /// The address, if it is one and no name.
    fn address(&self) -> Option<IpAddr> {
        let bare = self.host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        bare.unwrap_or(&self.host).parse().ok()
    }

    pub(crate) fn is_loopback(&self) -> bool {
        LOOPBACK.contains(&self.host.as_str())
    }
}

impl std::str::FromStr for HostName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::read(text).ok_or_else(|| format!("{text:?} is no host name"))
    }
}

/// The name of the cookie that holds the token. Cookies know no ports, so that the name has to.
pub(crate) fn cookie_name(port: u16) -> String {
    format!("poda-{port}")
}

impl AccessOptions {
    /// A page of somebody else may make a browser ask us: by a name that points here (then the host is not ours), or
    /// from another origin (then the browser says so). The first is refused everything, the second whatever changes
    /// something or opens a live connection.
    pub(crate) fn check(
        &self,
        here: SocketAddr,
        method: &Method,
        uri: &Uri,
        headers: &HeaderMap,
    ) -> Result<(), Refusal> {
        let text = only(headers, &header::HOST)?.unwrap_or_default();
        let host = HostName::read(text).filter(|host| self.is_ours(host, here));
        let Some(host) = host else { return Err(not_ours(text)) };
        if let Some(named) = uri.authority()
            && HostName::read(named.as_str()).as_ref() != Some(&host)
        {
            return Err(not_ours(named.as_str()));
        }
        let opens_socket = headers.contains_key(header::UPGRADE);
        if *method == Method::GET && !opens_socket || *method == Method::HEAD {
            return Ok(());
        }
        match only(headers, &header::ORIGIN)? {
            Some(origin) if !self.comes_from(origin, &host) => Err(Refusal::forbidden(
                format!("requests from {origin:?} are not answered"),
                format!("no se responde a peticiones de {origin:?}"),
            )),
            _ => Ok(()),
        }
    }

    /// Whether a browser that asks for this host means us. An address cannot be pointed elsewhere, a name can.
    fn is_ours(&self, host: &HostName, here: SocketAddr) -> bool {
        host.is_loopback()
            || host.address().is_some_and(|address| address == here.ip().to_canonical())
            || self
                .names
                .iter()
                .any(|name| name.host == host.host && name.port.is_none_or(|port| host.port == Some(port)))
    }

    /// Whether an origin is the page's: the host that was asked, or a name that we were told.
    fn comes_from(&self, origin: &str, host: &HostName) -> bool {
        let bare = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
        let origin = bare.and_then(HostName::read);
        origin.is_some_and(|origin| origin == *host || self.names.contains(&origin))
    }

    /// Sees whether a request knows the token. Beside the cookie there is a header for programs.
    pub(crate) fn knows_token(&self, port: u16, headers: &HeaderMap) -> bool {
        let Some(token) = &self.token else { return true };
        let bearer = headers.get_all(header::AUTHORIZATION).iter().filter_map(|value| value.to_str().ok());
        let mut bearer = bearer.filter_map(|value| value.strip_prefix("Bearer "));
        let name = cookie_name(port);
        let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        let mut cookies = cookies
            .flat_map(|value| value.split(';'))
            .filter_map(|pair| pair.trim().split_once('='))
            .filter(|(key, _)| *key == name);
        bearer.any(|text| token.is(text)) || cookies.any(|(_, text)| token.is(text))
    }

    /// Whether the address itself has the token, and then the address without it: so it is kept in no history.
    pub(crate) fn in_address(&self, uri: &Uri) -> Option<String> {
        let token = self.token.as_ref()?;
        let (given, others): (Vec<&str>, Vec<&str>) =
            uri.query()?.split('&').partition(|pair| pair.starts_with("token="));
        given.iter().find(|pair| token.is(&pair["token=".len()..]))?;
        let query = if others.is_empty() { String::new() } else { format!("?{}", others.join("&")) };
        // Two slashes at the start would be another host's address.
        Some(format!("/{}{query}", uri.path().trim_start_matches('/')))
    }
}

/// A header that may be there once, and then as text.
fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Result<Option<&'a str>, Refusal> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (None, _) => Ok(None),
        (Some(value), None) => match value.to_str() {
            Ok(text) => Ok(Some(text)),
            Err(_) => Err(broken(name)),
        },
        (Some(_), Some(_)) => Err(broken(name)),
    }
}

fn broken(name: &HeaderName) -> Refusal {
    Refusal::forbidden(
        format!("the header {:?} is not one text", name.as_str()),
        format!("la cabecera {:?} no es un solo texto", name.as_str()),
    )
}

fn not_ours(host: &str) -> Refusal {
    Refusal::forbidden(
        format!("this server does not answer to the name {host:?}: `poda serve --name` lists names"),
        format!("este servidor no responde al nombre {host:?}: `poda serve --name` añade nombres"),
    )
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn options(names: &[&str], token: Option<&str>) -> AccessOptions {
        AccessOptions {
            names: names.iter().map(|name| name.parse().unwrap()).collect(),
            token: token.map(|text| AccessToken(text.into())),
        }
    }

    #[test]
    fn names_are_read_strictly() {
        for text in
            ["localhost", "LOCALHOST:7878", "[::1]:80", "[2001:db8::1]", "poda.example", "10.0.0.7:8080"]
        {
            assert!(HostName::read(text).is_some(), "{text}");
        }
        for text in [
            "",
            ":80",
            "[::1].evil.com",
            "[::1]x",
            "[evil.com]",
            "a@b",
            "a:b",
            "a:70000",
            "a/b",
            "é",
            "a b",
            "a:",
            "[::1",
        ] {
            assert!(HostName::read(text).is_none(), "{text}");
        }
    }

    #[test]
    fn only_our_names_and_our_page_may_ask() {
        let host = |text: &'static str| (header::HOST, HeaderValue::from_static(text));
        let origin = |text: &'static str| (header::ORIGIN, HeaderValue::from_static(text));
        let upgrade = (header::UPGRADE, HeaderValue::from_static("websocket"));
        let local = host("localhost:7878");
        let strange = |name| (name, HeaderValue::from_bytes(b"http://\xe9vil.example").unwrap());
        let cases = [
            (Method::GET, vec![local.clone()], true),
            (Method::GET, vec![host("[::1]:7878")], true),
            (Method::GET, vec![host("10.0.0.7:7878")], true),
            (Method::GET, vec![host("10.0.0.8:7878")], false),
            (Method::GET, vec![host("Poda.example")], true),
            (Method::GET, vec![host("proxy.example:8443")], true),
            (Method::GET, vec![host("proxy.example")], false),
            (Method::GET, vec![host("evil.example:7878")], false),
            (Method::GET, vec![host("localhost.evil.example")], false),
            (Method::GET, vec![host("[::1].evil.com")], false),
            (Method::GET, vec![host("[::1].evil.com:7878")], false),
            (Method::GET, vec![], false),
            (Method::GET, vec![local.clone(), local.clone()], false),
            (Method::GET, vec![strange(header::HOST)], false),
            (Method::POST, vec![local.clone(), origin("http://localhost:7878")], true),
            (Method::POST, vec![local.clone(), origin("https://poda.example")], true),
            (Method::POST, vec![local.clone(), origin("https://poda.example:99")], false),
            // Another page of this machine: the port tells them apart.
            (Method::POST, vec![local.clone(), origin("http://localhost:7879")], false),
            (Method::POST, vec![local.clone(), origin("http://localhost")], false),
            (Method::GET, vec![local.clone(), upgrade.clone(), origin("http://localhost:7879")], false),
            (Method::POST, vec![local.clone()], true),
            (Method::POST, vec![local.clone(), origin("http://evil.example")], false),
            (Method::POST, vec![local.clone(), strange(header::ORIGIN)], false),
            (
                Method::POST,
                vec![local.clone(), origin("http://localhost:7878"), origin("http://evil.example")],
                false,
            ),
            (Method::PUT, vec![local.clone(), origin("null")], false),
            (Method::GET, vec![local.clone(), upgrade.clone(), origin("http://localhost:7878")], true),
            (Method::GET, vec![local.clone(), upgrade.clone(), origin("http://evil.example")], false),
            (Method::GET, vec![local.clone(), upgrade.clone(), strange(header::ORIGIN)], false),
            (Method::GET, vec![local, upgrade, origin("http://localhost:78780")], false),
            // What DNS rebinding looks like: both are the same, and neither is ours.
            (Method::POST, vec![host("evil.example:7878"), origin("http://evil.example:7878")], false),
        ];
        let options = options(&["poda.example", "proxy.example:8443"], None);
        let here = "10.0.0.7:7878".parse().unwrap();
        for (method, pairs, allowed) in cases {
            let mut headers = HeaderMap::new();
            for (name, value) in &pairs {
                headers.append(name.clone(), value.clone());
            }
            let checked = options.check(here, &method, &Uri::from_static("/api"), &headers);
            assert_eq!(checked.is_ok(), allowed, "{method} {pairs:?}");
        }
        let headers = HeaderMap::from_iter([host("localhost")]);
        let elsewhere = Uri::from_static("http://evil.example/api");
        assert!(options.check(here, &Method::GET, &elsewhere, &headers).is_err());
    }

    #[test]
    fn the_token_comes_by_cookie_header_or_address() {
        let open = options(&[], None);
        assert!(open.knows_token(80, &HeaderMap::new()));
        let closed = options(&[], Some("secret"));
        for (name, value, known) in [
            (header::COOKIE, "poda-80=secret", true),
            (header::COOKIE, "a=b; poda-80=secret; c=d", true),
            (header::COOKIE, "poda-81=secret", false),
            (header::COOKIE, "poda-80=secre", false),
            (header::COOKIE, "poda-80=", false),
            (header::AUTHORIZATION, "Bearer secret", true),
            (header::AUTHORIZATION, "Bearer secret2", false),
            (header::AUTHORIZATION, "secret", false),
            (header::ACCEPT, "secret", false),
        ] {
            let headers = HeaderMap::from_iter([(name, HeaderValue::from_static(value))]);
            assert_eq!(closed.knows_token(80, &headers), known, "{value}");
        }
        for (address, kept) in [
            ("/?token=secret", Some("/")),
            ("/play/boom?moves=4&token=secret&first=human", Some("/play/boom?moves=4&first=human")),
            ("//evil.example/?token=secret", Some("/evil.example/")),
            ("/?token=secre", None),
            ("/", None),
        ] {
            assert_eq!(closed.in_address(&address.parse().unwrap()).as_deref(), kept, "{address}");
        }
        assert_eq!(open.in_address(&"/?token=secret".parse().unwrap()), None);
        assert_ne!(random_text(), random_text());
        assert!(!format!("{closed:?}").contains("secret"));
    }
}
