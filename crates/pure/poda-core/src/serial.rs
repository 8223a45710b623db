//! The forms of an outcome and of a message in records: its word; its texts in English and Spanish.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use crate::{Message, Outcome};

impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.word().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Outcome {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let word = String::deserialize(deserializer)?;
        Self::of_word(&word).ok_or_else(|| D::Error::unknown_variant(&word, &["p1", "p2", "draw"]))
    }
}

impl Serialize for Message {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        [self.english(), self.spanish()].serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Message {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let [english, spanish] = <[String; 2]>::deserialize(deserializer)?;
        Ok(Self::of_pair(english, spanish))
    }
}
