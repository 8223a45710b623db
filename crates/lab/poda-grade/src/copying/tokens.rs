//! Source code as a row of tokens in which only the structure is left: names, numbers and texts are all alike, and comments and
//! spaces are gone. Renaming everything changes nothing here.

use std::path::Path;

/// A language whose comments, strings and keywords are known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SourceLanguage {
    /// C and C++.
    Cpp,
    /// Java.
    Java,
    /// JavaScript and TypeScript.
    JavaScript,
    /// Python.
    Python,
    /// Rust.
    Rust,
}

/// One token.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Token {
    /// Any name that is no keyword.
    Name,
    /// Any number.
    Number,
    /// Any text between quotes.
    Quoted,
    /// A keyword, by its place in the language's list.
    Keyword(u16),
    /// Any other character.
    Sign(char),
}

impl SourceLanguage {
    /// The language of a file, by its ending.
    pub(crate) fn of(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        Some(match ending.as_str() {
            "c" | "h" | "cc" | "cpp" | "cxx" | "hh" | "hpp" | "hxx" => Self::Cpp,
            "java" => Self::Java,
            "js" | "mjs" | "cjs" | "ts" => Self::JavaScript,
            "py" => Self::Python,
            "rs" => Self::Rust,
            _ => return None,
        })
    }

    fn keywords(self) -> &'static str {
        match self {
            Self::Cpp => {
                "auto bool break case catch char class const constexpr continue default delete do double else enum extern \
                 false float for friend goto if inline int long namespace new nullptr operator private protected public \
                 return short signed sizeof static struct switch template this throw true try typedef typename union \
                 unsigned using virtual void volatile while define include ifdef ifndef endif pragma"
            }
            Self::Java => {
                "abstract boolean break byte case catch char class continue default do double else enum extends false final \
                 finally float for if implements import instanceof int interface long new null package private protected \
                 public record return short static super switch synchronized this throw throws true try var void while"
            }
            Self::JavaScript => {
                "async await break case catch class const continue default delete do else export extends false finally for \
                 function if import in instanceof let new null of return static super switch this throw true try typeof \
                 undefined var void while yield"
            }
            Self::Python => {
                "and as assert async await break case class continue def del elif else except False finally for from global \
                 if import in is lambda match None nonlocal not or pass raise return True try while with yield"
            }
            Self::Rust => {
                "as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod \
                 move mut pub ref return self Self static struct super trait true type unsafe use where while"
            }
        }
    }

    /// Whether a comment to the end of the line begins here.
    fn starts_line_comment(self, rest: &[char]) -> bool {
        match self {
            Self::Python => rest.first() == Some(&'#'),
            _ => rest.starts_with(&['/', '/']),
        }
    }

    /// What opens a text here: how many characters, and what closes it.
    fn opens_quote(self, rest: &[char]) -> Option<(usize, &'static str)> {
        let triple = |quote: char| rest.starts_with(&[quote; 3]);
        Some(match (self, rest.first()?) {
            (Self::Python, '"') if triple('"') => (3, "\"\"\""),
            (Self::Python, '\'') if triple('\'') => (3, "'''"),
            (_, '"') => (1, "\""),
            (Self::JavaScript, '`') => (1, "`"),
            // In Rust a quote may begin a lifetime.
            (Self::Rust, '\'') if rest.get(1) != Some(&'\\') && rest.get(2) != Some(&'\'') => return None,
            (_, '\'') => (1, "'"),
            _ => return None,
        })
    }
}

/// The tokens of a file.
pub(crate) fn tokens(language: SourceLanguage, text: &str) -> Vec<Token> {
    let keywords: Vec<&str> = language.keywords().split_whitespace().collect();
    let text: Vec<char> = text.chars().collect();
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some(character) = text.get(at).copied() {
        let rest = &text[at..];
        if character.is_whitespace() {
            at += 1;
        } else if language.starts_line_comment(rest) {
            at += count_while(rest, |character| character != '\n');
        } else if language != SourceLanguage::Python && rest.starts_with(&['/', '*']) {
            at += 2 + past(&rest[2..], "*/", false);
        } else if let Some((open, close)) = language.opens_quote(rest) {
            at += open + past(&rest[open..], close, true);
            found.push(Token::Quoted);
        } else if character.is_alphabetic() || character == '_' {
            let length = count_while(rest, |character| character.is_alphanumeric() || character == '_');
            let word: String = rest[..length].iter().collect();
            let keyword = keywords.iter().position(|keyword| *keyword == word);
            found.push(keyword.map_or(Token::Name, |place| Token::Keyword(place as u16)));
            at += length;
        } else if character.is_ascii_digit() {
            at += count_while(rest, |character| character.is_alphanumeric() || "._'".contains(character));
            found.push(Token::Number);
        } else {
            found.push(Token::Sign(character));
            at += 1;
        }
    }
    found
}

fn count_while(text: &[char], wanted: impl Fn(char) -> bool) -> usize {
    text.iter().take_while(|character| wanted(**character)).count()
}

/// How far it is to the end of what `close` closes, or to the end of the text.
fn past(text: &[char], close: &str, escapes: bool) -> usize {
    let close: Vec<char> = close.chars().collect();
    let mut at = 0;
    while at < text.len() {
        if escapes && text[at] == '\\' {
            at += 2;
        } else if text[at..].starts_with(&close) {
            return at + close.len();
        } else {
            at += 1;
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tokens as a short text: `n` a name, `0` a number, `q` a text, `k` a keyword.
    fn short(language: SourceLanguage, text: &str) -> String {
        let letter = |token: Token| match token {
            Token::Name => 'n',
            Token::Number => '0',
            Token::Quoted => 'q',
            Token::Keyword(_) => 'k',
            Token::Sign(sign) => sign,
        };
        tokens(language, text).into_iter().map(letter).collect()
    }

    #[test]
    fn only_the_structure_is_left() {
        use SourceLanguage::{Cpp, Java, JavaScript, Python, Rust};
        for (language, text, expected) in [
            (Cpp, "int best = 1'000; // max\n/* a */ return f(\"x\\\"y\", 'c');", "kn=0;kn(q,q);"),
            (Java, "final int ñu = 0x1F; /* open", "kkn=0;"),
            (JavaScript, "const a = `x ${y} \\` z`; a?.b", "kn=q;n?.n"),
            (Python, "def f(x): # why\n  '''doc\n#'''\n  return x // 2.5e3", "kn(n):qkn//0"),
            (Rust, "fn f<'a>(x: &'a str) { let c = 'x'; let d = '\\''; }", "kn<'n>(n:&'nn){kn=q;kn=q;}"),
            (Cpp, "\"never closed \\", "q"),
            (Python, "", ""),
            (Python, "x = \"\\\n", "n=q"),
        ] {
            assert_eq!(short(language, text), expected, "{text}");
        }
    }

    #[test]
    fn endings_name_the_language() {
        for (name, language) in [
            ("bot.CPP", Some(SourceLanguage::Cpp)),
            ("a/b/Bot.java", Some(SourceLanguage::Java)),
            ("x.mjs", Some(SourceLanguage::JavaScript)),
            ("bot.toml", None),
            ("Makefile", None),
        ] {
            assert_eq!(SourceLanguage::of(Path::new(name)), language, "{name}");
        }
    }
}
