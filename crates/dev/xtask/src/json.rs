//! As much JSON as cargo speaks: enough to read what `cargo metadata` says.

use crate::steps::{Result, fail};

/// A value. Numbers are kept as they were written.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Json {
    Null,
    Bool(bool),
    Number(String),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    /// Reads a whole text.
    pub(crate) fn read(text: &str) -> Result<Self> {
        let mut reader = JsonReader { text, at: 0 };
        let value = reader.value()?;
        reader.skip_space();
        if reader.at == text.len() { Ok(value) } else { reader.unexpected() }
    }

    /// The value with this name; nothing where there is none.
    pub(crate) fn get(&self, name: &str) -> &Self {
        match self {
            Self::Object(members) => {
                members.iter().find(|(key, _)| key == name).map_or(&Self::Null, |(_, value)| value)
            }
            _ => &Self::Null,
        }
    }

    pub(crate) fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    pub(crate) fn list(&self) -> &[Self] {
        match self {
            Self::List(list) => list,
            _ => &[],
        }
    }
}

struct JsonReader<'a> {
    text: &'a str,
    at: usize,
}

impl JsonReader<'_> {
    fn unexpected<T>(&self) -> Result<T> {
        let rest: String = self.text[self.at..].chars().take(20).collect();
        fail(format!("not JSON at byte {}: {rest:?}", self.at))
    }

    fn skip_space(&mut self) {
        self.at = self.text.len() - self.text[self.at..].trim_start().len();
    }

    fn eat(&mut self, word: &str) -> bool {
        self.skip_space();
        let found = self.text[self.at..].starts_with(word);
        self.at += if found { word.len() } else { 0 };
        found
    }

    fn need(&mut self, word: &str) -> Result {
        if self.eat(word) { Ok(()) } else { self.unexpected() }
    }

    fn value(&mut self) -> Result<Json> {
        if self.eat("{") {
            self.until("}", |reader| {
                reader.need("\"")?;
                let name = reader.string()?;
                reader.need(":")?;
                Ok((name, reader.value()?))
            })
            .map(Json::Object)
        } else if self.eat("[") {
            self.until("]", Self::value).map(Json::List)
        } else if self.eat("\"") {
            self.string().map(Json::Text)
        } else if self.eat("null") {
            Ok(Json::Null)
        } else if self.eat("true") {
            Ok(Json::Bool(true))
        } else if self.eat("false") {
            Ok(Json::Bool(false))
        } else {
            self.number()
        }
    }

    /// Elements between commas, up to the closing bracket.
    fn until<T>(&mut self, end: &str, element: impl Fn(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        let mut found = Vec::new();
        if self.eat(end) {
            return Ok(found);
        }
        loop {
            found.push(element(self)?);
            if !self.eat(",") {
                return self.need(end).map(|()| found);
            }
        }
    }

    fn number(&mut self) -> Result<Json> {
        let rest = &self.text[self.at..];
        let length = rest.find(|letter: char| !"+-.eE0123456789".contains(letter)).unwrap_or(rest.len());
        if rest[..length].parse::<f64>().is_err() {
            return self.unexpected();
        }
        self.at += length;
        Ok(Json::Number(rest[..length].to_owned()))
    }

    /// The rest of a text, behind its first quotation mark.
    fn string(&mut self) -> Result<String> {
        let mut found = String::new();
        loop {
            let rest = &self.text[self.at..];
            let Some(length) = rest.find(['"', '\\']) else { return self.unexpected() };
            found += &rest[..length];
            self.at += length + 1;
            if rest[length..].starts_with('"') {
                return Ok(found);
            }
            let Some(letter) = self.text[self.at..].chars().next() else { return self.unexpected() };
            self.at += letter.len_utf8();
            found.push(match letter {
                'n' => '\n',
                't' => '\t',
                'r' => '\r',
                'b' => '\u{8}',
                'f' => '\u{c}',
                'u' => {
                    let code = self.text.get(self.at..self.at + 4);
                    let Some(code) = code.and_then(|code| u32::from_str_radix(code, 16).ok()) else {
                        return self.unexpected();
                    };
                    self.at += 4;
                    // Halves of a pair are not put together: names of crates and files here have none.
                    char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
                }
                other => other,
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read() {
        let value =
            Json::read(r#" {"a": [1, -2.5e3, true, null], "b": {"c": "x\n\"\u00e9é"}, "d": []} "#).unwrap();
        assert_eq!(value.get("b").get("c").text(), Some("x\n\"éé"));
        assert_eq!(value.get("a").list().len(), 4);
        assert_eq!(value.get("a").list()[1], Json::Number("-2.5e3".into()));
        assert_eq!(value.get("a").list()[2], Json::Bool(true));
        assert_eq!((value.get("d").list(), value.get("e")), (&[][..], &Json::Null));
    }

    #[test]
    fn what_is_not_json_is_refused() {
        for text in [
            "",
            "{",
            "[1,]",
            "[1 2]",
            "{\"a\" 1}",
            "{a: 1}",
            "\"open",
            "\"\\",
            "\"\\u12\"",
            "nul",
            "1 2",
            "--1",
        ] {
            assert!(Json::read(text).is_err(), "{text}");
        }
    }
}
