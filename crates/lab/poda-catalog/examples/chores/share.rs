//! What a result is worth, with its error, as tables print it.

use poda_catalog::{Worth, worth};

/// The share of points in percent with its error: `95 ± 4`.
pub(crate) fn share(results: [u32; 3]) -> String {
    let worth = worth(results);
    format!("{} ± {}", worth.share, worth.error)
}

/// The difference in Elo and its 95 % interval: `+120 (+80 to +160)`. An end beyond what a share can say is left open.
pub(crate) fn elo(results: [u32; 3], to: &str) -> String {
    let Worth { elo: middle, at_least, at_most, .. } = worth(results);
    let number = |elo: Option<i32>, open: &str| elo.map_or_else(|| open.to_owned(), |elo| format!("{elo:+}"));
    let far = if results[0] > results[1] { "+∞" } else { "-∞" };
    format!("{} ({} {to} {})", number(middle, far), number(at_least, "-∞"), number(at_most, "+∞"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_have_errors() {
        assert_eq!(share([5, 1, 0]), "83 ± 30");
        assert_eq!(share([100, 0, 0]), "100 ± 1");
        assert_eq!(elo([150, 50, 0], "to"), "+191 (+139 to +252)");
        assert_eq!(elo([6, 0, 0], "to"), "+∞ (+209 to +∞)");
    }
}
