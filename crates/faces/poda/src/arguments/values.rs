//! Readers of single values.

use std::{
    error, fmt,
    ops::{Bound, RangeBounds},
    str::FromStr,
};

use poda_core::{Message, Translate, message};

/// Why the value of an argument is refused, in every language.
#[derive(Clone, Debug)]
pub(crate) struct ArgumentError(pub(crate) Message);

impl fmt::Display for ArgumentError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

impl error::Error for ArgumentError {}

/// Reads a value whose error is a text for people.
pub(crate) fn translated<T: FromStr<Err: Translate>>(text: &str) -> Result<T, ArgumentError> {
    text.parse().map_err(|error: T::Err| ArgumentError(error.message()))
}

/// A reader of numbers from a range that has a lower bound.
pub(crate) fn number<T: FromStr + PartialOrd + fmt::Display>(
    range: impl RangeBounds<T> + Clone,
) -> impl Fn(&str) -> Result<T, ArgumentError> + Clone {
    move |text| text.parse().ok().filter(|number| range.contains(number)).ok_or_else(|| refused(&range))
}

fn refused<T: fmt::Display>(range: &impl RangeBounds<T>) -> ArgumentError {
    let (Bound::Included(least) | Bound::Excluded(least), end) = (range.start_bound(), range.end_bound())
    else {
        return ArgumentError(message!("not a number", "no es un número"));
    };
    ArgumentError(match end {
        Bound::Unbounded => {
            message!("not a number of at least {least}", "no es un número de {least} o más", least)
        }
        Bound::Included(most) | Bound::Excluded(most) => message!(
            "not a number from {least} to {most}",
            "no es un número de {least} a {most}",
            least,
            most
        ),
    })
}
