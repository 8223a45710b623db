use std::{fmt, path::PathBuf, time::SystemTime};

use chrono::{DateTime, FixedOffset, NaiveDateTime, TimeDelta, Utc};
use serde::{Deserialize, Deserializer, de::Error as _};

use super::RubricError;

/// When it had to be handed in, and what coming later costs.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LateRule {
    /// The last moment.
    #[serde(deserialize_with = "read_moment")]
    pub deadline: Moment,
    /// Points that each day begun after it costs.
    pub penalty: f64,
    /// Points that it costs at most; everything if `None`.
    #[serde(default)]
    pub most: Option<f64>,
    /// Minutes after the deadline that are forgiven.
    #[serde(default)]
    pub grace_minutes: u32,
    /// The CSV file with the columns `id` and `submitted`.
    #[serde(default)]
    pub times: Option<PathBuf>,
    /// Who is believed about the time.
    #[serde(default)]
    pub times_from: TimesFrom,
}

/// Who is believed about the time at which something was handed in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
pub enum TimesFrom {
    /// The teacher's file.
    #[default]
    #[serde(rename = "csv")]
    Csv,
    /// What the student wrote into `bot.toml`.
    #[serde(rename = "bot.toml")]
    BotToml,
    /// The newest file of the submission.
    #[serde(rename = "modified")]
    Modified,
}

/// A moment as somebody wrote it: with its zone, or by the clock on the wall.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moment {
    /// By the clock on the wall.
    Wall(NaiveDateTime),
    /// With its zone.
    Zoned(DateTime<FixedOffset>),
}

impl Moment {
    /// Reads `2026-11-20T23:59:00`, with a space for the `T`, without the seconds, with a zone such as `+01:00` or `Z`.
    pub fn read(text: &str) -> Option<Self> {
        let text = text.trim().replacen(' ', "T", 1);
        let zoned = ["%Y-%m-%dT%H:%M:%S%.f%#z", "%Y-%m-%dT%H:%M%#z"];
        let with_zone = text.strip_suffix('Z').map_or_else(|| text.clone(), |rest| format!("{rest}+00:00"));
        let found = zoned.iter().find_map(|form| DateTime::parse_from_str(&with_zone, form).ok());
        if let Some(moment) = found {
            return Some(Self::Zoned(moment));
        }
        let wall = ["%Y-%m-%dT%H:%M:%S%.f", "%Y-%m-%dT%H:%M"];
        wall.iter().find_map(|form| NaiveDateTime::parse_from_str(&text, form).ok()).map(Self::Wall)
    }

    /// How long after `other` this is; `None` if one of them has a zone and the other has not.
    pub fn since(self, other: Self) -> Option<TimeDelta> {
        match (self, other) {
            (Self::Wall(a), Self::Wall(b)) => Some(a - b),
            (Self::Zoned(a), Self::Zoned(b)) => Some(a - b),
            _ => None,
        }
    }
}

impl From<SystemTime> for Moment {
    fn from(time: SystemTime) -> Self {
        let seconds = time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs();
        Self::Zoned(DateTime::<Utc>::from_timestamp(seconds as i64, 0).unwrap_or_default().into())
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wall(moment) => write!(f, "{}", moment.format("%Y-%m-%d %H:%M:%S")),
            Self::Zoned(moment) => write!(f, "{}", moment.format("%Y-%m-%d %H:%M:%S%:z")),
        }
    }
}

impl LateRule {
    pub(super) fn check(&self) -> Result<(), RubricError> {
        if ![self.penalty, self.most.unwrap_or(0.0)].iter().all(|points| (0.0..=1e6).contains(points)) {
            return Err(RubricError::Penalty);
        }
        match (self.times_from, &self.times, self.deadline) {
            (TimesFrom::Csv, None, _) => Err(RubricError::NoTimes),
            (TimesFrom::Modified, _, Moment::Wall(_)) => Err(RubricError::Zone),
            _ => Ok(()),
        }
    }

    /// Days begun after the deadline, and the points that they cost. `None` if the two times cannot be compared.
    pub fn cost(&self, submitted: Moment) -> Option<(u32, f64)> {
        let late = submitted.since(self.deadline)? - TimeDelta::minutes(i64::from(self.grace_minutes));
        if late <= TimeDelta::zero() {
            return Some((0, 0.0));
        }
        // What was forgiven is not counted again.
        let seconds = (late + TimeDelta::minutes(i64::from(self.grace_minutes))).num_seconds().max(1) as u64;
        let days = seconds.div_ceil(24 * 3600).min(100_000) as u32;
        let cost = self.penalty * f64::from(days);
        Some((days, self.most.map_or(cost, |most| cost.min(most))))
    }
}

fn read_moment<'de, D: Deserializer<'de>>(value: D) -> Result<Moment, D::Error> {
    let text = match toml::Value::deserialize(value)? {
        toml::Value::Datetime(moment) => moment.to_string(),
        toml::Value::String(text) => text,
        other => other.to_string(),
    };
    Moment::read(&text).ok_or_else(|| D::Error::custom(RubricError::Moment(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(text: &str) -> LateRule {
        toml::from_str(text).unwrap()
    }

    #[test]
    fn every_day_begun_costs() {
        let rule = rule("deadline = 2026-11-20T23:59:00\npenalty = 0.5\nmost = 1.2\ngrace_minutes = 10");
        for (submitted, cost) in [
            ("2026-11-20 12:00", Some((0, 0.0))),
            ("2026-11-20T23:59:00", Some((0, 0.0))),
            ("2026-11-21 00:09:00", Some((0, 0.0))),
            ("2026-11-21 00:09:01", Some((1, 0.5))),
            ("2026-11-21 23:59:00", Some((1, 0.5))),
            ("2026-11-22 00:00", Some((2, 1.0))),
            ("2026-12-24 18:00", Some((34, 1.2))),
            ("2026-11-21 00:30:00+01:00", None),
        ] {
            assert_eq!(rule.cost(Moment::read(submitted).unwrap()), cost, "{submitted}");
        }
    }

    #[test]
    fn zones_are_counted() {
        let rule = rule("deadline = \"2026-11-20T23:59:00+01:00\"\npenalty = 1");
        let cost = |text: &str| rule.cost(Moment::read(text).unwrap());
        assert_eq!(cost("2026-11-20T22:59:00Z"), Some((0, 0.0)));
        assert_eq!(cost("2026-11-20 22:59:01Z"), Some((1, 1.0)));
        assert_eq!(cost("2026-11-20 22:59"), None);
        for text in ["", "20/11/2026", "2026-11-20", "2026-13-01 00:00", "now"] {
            assert_eq!(Moment::read(text), None, "{text}");
        }
    }
}
