//! What is said over a live connection. Every question has a number that its answers repeat.

use serde::{Deserialize, Serialize};

use crate::{
    failure::Refusal,
    line::{LanguageParam, Line},
    scores::{Judged, SoFar, Worth},
    shown::Shown,
};

/// What a client may ask.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum Ask {
    /// Draw a position.
    Show {
        id: u32,
        line: Line,
        #[serde(default)]
        lang: LanguageParam,
    },
    /// Let a player choose a move.
    Choose { id: u32, line: Line, player: String },
    /// Say what every legal move is worth, better and better.
    Analyze {
        id: u32,
        line: Line,
        player: String,
        /// Milliseconds.
        time: u64,
    },
    /// End what question `id` began.
    Stop { id: u32 },
}

impl Ask {
    /// Reads a message.
    pub(crate) fn read(text: &str) -> Result<Self, Refusal> {
        serde_json::from_str(text).map_err(|error| Refusal::bad(format!("not a message: {error}")))
    }
}

/// What the server says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub(crate) enum Reply {
    Shown {
        id: u32,
        shown: Box<Shown>,
    },
    /// A search goes on.
    Thinking {
        id: u32,
        so_far: SoFar,
    },
    /// A player has chosen.
    Chosen {
        id: u32,
        #[serde(rename = "move")]
        mv: String,
        worth: Option<Worth>,
        depth: u32,
        nodes: u64,
        line: Vec<String>,
    },
    /// What is known of every move so far.
    Judged {
        id: u32,
        moves: Vec<Judged>,
        /// Whether this is the last word.
        done: bool,
    },
    Error {
        id: Option<u32>,
        error: String,
    },
}

impl Reply {
    pub(crate) fn refusal(id: Option<u32>, refusal: &Refusal) -> Self {
        Self::Error { id, error: refusal.why.clone() }
    }

    pub(crate) fn to_text(&self) -> String {
        serde_json::to_string(self).unwrap_or_else(|_| r#"{"is":"error","error":"unspeakable"}"#.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read_and_others_refused() {
        let show = r#"{"do":"show","id":1,"line":{"game":"boom","moves":["4"]},"lang":"es"}"#;
        assert!(matches!(Ask::read(show), Ok(Ask::Show { id: 1, lang: LanguageParam::Es, .. })));
        assert_eq!(Ask::read(r#"{"do":"stop","id":7}"#), Ok(Ask::Stop { id: 7 }));
        for (text, why) in [
            ("", "not a message: EOF"),
            ("null", "not a message"),
            ("{}", "missing field `do`"),
            (r#"{"do":"jump"}"#, "unknown variant `jump`"),
            (r#"{"do":"stop"}"#, "missing field `id`"),
            (r#"{"do":"stop","id":-1}"#, "invalid value"),
            (r#"{"do":"stop","id":1,"more":2}"#, "unknown field `more`"),
            (r#"{"do":"show","id":1,"line":{"game":3}}"#, "invalid type: integer `3`"),
        ] {
            let error = Ask::read(text).unwrap_err().why;
            assert!(error.contains(why), "{text}: {error}");
        }
    }

    /// Whatever is sent, it is an answer and not a panic.
    #[test]
    fn broken_messages_are_refused_or_read() {
        let whole = r#"{"do":"choose","id":1,"line":{"game":"boom","moves":["4"]},"player":"ninja3"}"#;
        assert!(Ask::read(whole).is_ok());
        for place in 0..whole.len() {
            assert!(Ask::read(&whole[..place]).is_err(), "{place}");
            for byte in 0..=u8::MAX {
                let mut bytes = whole.as_bytes().to_vec();
                bytes[place] = byte;
                let text = String::from_utf8_lossy(&bytes);
                if let Ok(ask) = Ask::read(&text) {
                    assert!(matches!(ask, Ask::Choose { .. }), "{text}");
                }
            }
        }
    }
}
