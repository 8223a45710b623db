//! Links that are handed to another device: under which address it reaches this server, and the link as a picture.

use std::{
    fmt::Write as _,
    net::{IpAddr, SocketAddr, UdpSocket},
};

use qrcodegen::{QrCode, QrCodeEcc};
use serde::Serialize;

use crate::access::HostName;

/// A link.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct LinkView {
    pub(crate) address: String,
    /// The link as a QR code: the path of an SVG.
    pub(crate) path: String,
    /// Modules along one side of the code, its quiet zone included.
    pub(crate) size: u32,
}

/// Light modules that a code needs around it.
const QUIET: i32 = 4;

impl LinkView {
    pub(crate) fn new(origin: &str, token: &str) -> Self {
        // What stands behind `#` is sent to no server and stands in no log.
        let address = format!("{origin}/together#{token}");
        let (path, size) = drawn(&address).unwrap_or_default();
        Self { address, path, size }
    }
}

/// One rectangle for every run of dark modules in a row.
fn drawn(text: &str) -> Option<(String, u32)> {
    let code = QrCode::encode_text(text, QrCodeEcc::Medium).ok()?;
    let mut path = String::new();
    for y in 0..code.size() {
        let mut x = 0;
        while x < code.size() {
            let run = (x..code.size()).take_while(|x| code.get_module(*x, y)).count() as i32;
            if run > 0 {
                let _ = write!(path, "M{} {}h{run}v1h-{run}z", x + QUIET, y + QUIET);
            }
            x += run.max(1);
        }
    }
    Some((path, u32::try_from(code.size() + 2 * QUIET).ok()?))
}

/// Where another device finds this server, and whether only this machine does. `origin` is where the page was found.
pub(crate) fn base(origin: Option<&str>, here: SocketAddr) -> (String, bool) {
    let plain = |address: SocketAddr| format!("http://{address}");
    let told = origin.and_then(|origin| {
        let bare = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"))?;
        bare.parse::<HostName>().ok()
    });
    // What has worked for one works for the other.
    if let (Some(origin), Some(host)) = (origin, &told)
        && !host.is_loopback()
    {
        return (origin.to_owned(), false);
    }
    if let Some(there) = outward(here.ip()) {
        return (plain(SocketAddr::new(there, here.port())), false);
    }
    let known = told.and(origin).map_or_else(|| plain(here), str::to_owned);
    (known, here.ip().is_loopback() || here.ip().is_unspecified())
}

/// The address under which other machines reach this one, if it listens on all of them. Nothing is sent: the system is only
/// asked where it would send something from.
pub fn outward(address: IpAddr) -> Option<IpAddr> {
    if !address.is_unspecified() {
        return None;
    }
    let socket = UdpSocket::bind((address, 0)).ok()?;
    // Addresses for documentation, outside of every network.
    let outside: IpAddr = if address.is_ipv4() { "192.0.2.1" } else { "2001:db8::1" }.parse().ok()?;
    socket.connect((outside, 9)).ok()?;
    let from = socket.local_addr().ok()?.ip();
    (!from.is_loopback() && !from.is_unspecified()).then_some(from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_where_the_page_was_found_unless_that_is_this_machine_only() {
        let here: SocketAddr = "127.0.0.1:7878".parse().unwrap();
        for (origin, address, only_here) in [
            (Some("http://192.0.2.7:7878"), "http://192.0.2.7:7878", false),
            (Some("https://poda.example"), "https://poda.example", false),
            (Some("http://localhost:7878"), "http://localhost:7878", true),
            (None, "http://127.0.0.1:7878", true),
            (Some("javascript:alert(1)"), "http://127.0.0.1:7878", true),
            (Some("http://evil/x"), "http://127.0.0.1:7878", true),
        ] {
            assert_eq!(base(origin, here), (address.to_owned(), only_here), "{origin:?}");
        }
    }

    #[test]
    fn a_code_has_its_three_corners_and_a_quiet_zone() {
        let link = LinkView::new("http://192.0.2.7:7878", "0123456789abcdef0123456789abcdef");
        assert_eq!(link.address, "http://192.0.2.7:7878/together#0123456789abcdef0123456789abcdef");
        let far = link.size - 4 - 7;
        for corner in ["M4 4h7v1".to_owned(), format!("M{far} 4h7v1"), format!("M4 {far}h7v1")] {
            assert!(link.path.contains(&corner), "{corner}: {}", link.path);
        }
    }
}
