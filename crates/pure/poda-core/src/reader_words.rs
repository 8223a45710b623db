//! What readers of JSON and TOML say about a text. They know English only, in sentences of a few forms.

use crate::{Language, Message};

/// Beginnings and parts of their sentences, the longer ones first where one contains the other.
const WORDS: &[(&str, &str)] = &[
    ("missing field ", "falta el campo "),
    ("unknown field ", "campo desconocido "),
    ("unknown variant ", "valor desconocido "),
    ("duplicate field ", "campo repetido "),
    ("duplicate key", "clave repetida"),
    ("invalid type: ", "tipo incorrecto: "),
    ("invalid value: ", "valor incorrecto: "),
    ("invalid length ", "longitud incorrecta "),
    ("EOF while parsing ", "el texto termina dentro de "),
    ("expected value", "se esperaba un valor"),
    ("expected ident", "se esperaba una palabra"),
    ("trailing characters", "sobran caracteres"),
    ("trailing comma", "sobra una coma"),
    ("key must be a string", "la clave debe ser un texto"),
    ("control character", "carácter de control"),
    ("Failed to deserialize ", "no se puede leer "),
    ("Failed to parse ", "no se puede leer "),
    ("query string", "la consulta de la dirección"),
    ("the JSON body into the target type", "el cuerpo JSON"),
    ("the request body as JSON", "el cuerpo como JSON"),
    (", expected one of ", ", se esperaba uno de "),
    (", expected ", ", se esperaba "),
    ("expected ", "se esperaba "),
    ("found ", "hay "),
    ("there are no fields", "no hay campos"),
    (" at line ", " en la línea "),
    (" column ", " columna "),
    (" or ", " o "),
    ("a borrowed string", "un texto"),
    ("a string", "un texto"),
    ("an object", "un objeto"),
    ("an array", "una lista"),
    ("a list", "una lista"),
    ("a map", "una tabla"),
    ("a sequence", "una lista"),
    ("a boolean", "true o false"),
    ("struct ", "la estructura "),
    ("string ", "el texto "),
    ("integer ", "el entero "),
    ("floating point ", "el número "),
    ("boolean ", "el valor "),
    ("sequence", "una lista"),
    ("map", "una tabla"),
];

impl Message {
    /// What a reader of JSON or TOML says.
    pub fn of_reader(error: &dyn core::fmt::Display) -> Self {
        let english = error.to_string().trim().replace('\n', " ");
        let spanish = WORDS.iter().fold(english.clone(), |text, (from, to)| outside_quotes(&text, from, to));
        // A sentence of another form stays as it is, and is told to be the reader's.
        let spanish = if spanish == english { format!("no se entiende ({english})") } else { spanish };
        Self::new(|language: Language| language.pick(english.clone(), spanish.clone()))
    }
}

/// Replaces what stands outside of `` ` `` and `"`: the rest is the text that was read.
fn outside_quotes(text: &str, from: &str, to: &str) -> String {
    let mut quote = None;
    let mut replaced = String::new();
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        if quote.is_none() && rest.starts_with(from) {
            replaced.push_str(to);
            rest = &rest[from.len()..];
            continue;
        }
        quote = match (quote, character) {
            (None, '`' | '"') => Some(character),
            (Some(open), _) if open == character => None,
            (quote, _) => quote,
        };
        replaced.push(character);
        rest = &rest[character.len_utf8()..];
    }
    replaced
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_sentences_are_translated_and_what_was_read_stays() {
        for (english, spanish) in [
            ("missing field `run`", "falta el campo `run`"),
            (
                "unknown field `a map or so`, expected one of `x`, `y` at line 1 column 2",
                "campo desconocido `a map or so`, se esperaba uno de `x`, `y` en la línea 1 columna 2",
            ),
            (
                "invalid type: string \"expected x\", expected u64",
                "tipo incorrecto: el texto \"expected x\", se esperaba u64",
            ),
            ("something else", "no se entiende (something else)"),
        ] {
            let message = Message::of_reader(&english);
            assert_eq!((message.english(), message.spanish()), (english, spanish));
        }
    }
}
