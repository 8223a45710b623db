//! Who asks, as far as limits are concerned.

use std::{
    fmt,
    net::{IpAddr, Ipv6Addr, SocketAddr},
    sync::Arc,
    time::Duration,
};

use axum::{extract::FromRequestParts, http::request::Parts};

use crate::{failure::Refusal, state::Permit};

/// An IPv4 address, or the network of an IPv6 address: whoever has one address of a /64 has all of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Client(IpAddr);

impl Client {
    pub(crate) fn of(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V6(address) => {
                let network = u128::from(address) >> 64 << 64;
                Self(IpAddr::V6(Ipv6Addr::from(network)))
            }
            address @ IpAddr::V4(_) => Self(address),
        }
    }
}

impl fmt::Display for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            IpAddr::V4(address) => address.fmt(f),
            IpAddr::V6(network) => write!(f, "{network}/64"),
        }
    }
}

/// The two ends of a connection. It counts for its client as long as somebody holds this.
#[derive(Clone)]
pub(crate) struct Peer {
    pub(crate) client: Client,
    /// Where the client has reached us.
    pub(crate) here: SocketAddr,
    /// How long the body of a request may take to come.
    pub(crate) patience: Duration,
    _counted: Arc<Permit>,
}

impl Peer {
    pub(crate) fn new(counted: Permit, here: SocketAddr, patience: Duration) -> Self {
        Self { client: counted.client(), here, patience, _counted: Arc::new(counted) }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Peer {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Refusal> {
        // Every connection is accepted in one place, which says who it is.
        parts.extensions.get::<Self>().cloned().ok_or_else(Refusal::broken_off)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_in_a_network_of_ipv6_are_one_client() {
        let client = |text: &str| Client::of(text.parse().unwrap());
        assert_eq!(client("2001:db8::1"), client("2001:db8::ffff:0:0:1"));
        assert_ne!(client("2001:db8::1"), client("2001:db8:0:1::1"));
        assert_eq!(client("::ffff:192.0.2.7"), client("192.0.2.7"));
        assert_ne!(client("192.0.2.7"), client("192.0.2.8"));
        assert_eq!(client("2001:db8::1").to_string(), "2001:db8::/64");
        assert_eq!(client("::ffff:192.0.2.7").to_string(), "192.0.2.7");
    }
}
