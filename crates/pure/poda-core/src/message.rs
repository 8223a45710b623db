use core::fmt;
use std::{io, process::ExitStatus};

use crate::{Language, Text};

/// Something that can be said in every language: an error, a result.
///
/// `Display` of such a type is its English form. [`text!`](crate::text!) makes the texts.
pub trait Translate {
    /// In that language.
    fn text(&self, language: Language) -> String;

    /// In all of them, to be kept until the language is known.
    fn message(&self) -> Message {
        Message::new(|language| self.text(language))
    }
}

/// A text that was put together while the program ran, in every language. [`message!`](crate::message!) makes one.
///
/// There is no way from a `String` to a `Message` but [`Message::verbatim`], so that no reason is given in one language only.
#[derive(Clone, PartialEq, Eq)]
pub struct Message(Box<[String; 3]>);

impl Message {
    /// What `say` says in each language.
    pub fn new(say: impl Fn(Language) -> String) -> Self {
        Self(Box::new(Language::ALL.map(say)))
    }

    /// What [`Message::english`] and [`Message::spanish`] gave, read again from where they were kept.
    pub fn of_pair(english: impl Into<String>, spanish: impl Into<String>) -> Self {
        let (english, spanish) = (english.into(), spanish.into());
        if english == spanish {
            return Self::verbatim(english);
        }
        Self::new(|language| language.pick(english.clone(), spanish.clone()))
    }

    /// In English.
    pub fn english(&self) -> &str {
        &self.0[Language::English as usize]
    }

    /// In Spanish.
    pub fn spanish(&self) -> &str {
        &self.0[Language::Spanish as usize]
    }

    /// In that language.
    pub fn get(&self, language: Language) -> &str {
        &self.0[language as usize]
    }

    /// Serializes it as a [`Text`], for forms in which texts of the catalog and texts made at run time are alike.
    ///
    /// # Errors
    /// If the serializer fails.
    #[cfg(feature = "serde")]
    pub fn as_text<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;

        let mut text = serializer.serialize_struct("Text", 2)?;
        text.serialize_field("en", self.english())?;
        text.serialize_field("es", self.spanish())?;
        text.end()
    }

    /// Whether it says nothing.
    pub fn is_empty(&self) -> bool {
        self.english().is_empty()
    }

    /// Foreign words, the same in every language: the output of a program, a name.
    pub fn verbatim(text: impl Into<String>) -> Self {
        let text = text.into();
        Self::new(|_| text.clone())
    }

    /// The sentence of a library that has English only, such as a reader of JSON. Other languages quote it.
    pub fn quoted(sentence: &dyn fmt::Display) -> Self {
        let english = sentence.to_string().trim().replace('\n', " ");
        Self::new(|language| language.pick(english.clone(), format!("«{english}»")))
    }
}

impl Default for Message {
    /// One that says nothing.
    fn default() -> Self {
        Self::verbatim("")
    }
}

impl Translate for Message {
    fn text(&self, language: Language) -> String {
        self.0[language as usize].clone()
    }

    fn message(&self) -> Message {
        self.clone()
    }
}

impl fmt::Display for Message {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.english())
    }
}

impl fmt::Debug for Message {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.english(), formatter)
    }
}

impl Translate for Text {
    fn text(&self, language: Language) -> String {
        self.get(language).to_owned()
    }
}

impl From<Text> for Message {
    fn from(text: Text) -> Self {
        text.message()
    }
}

/// What the system says when a file or an address cannot be used.
impl Translate for io::Error {
    fn text(&self, language: Language) -> String {
        let Some(code) = self.raw_os_error() else { return self.kind().text(language) };
        match (language, spanish(self.kind())) {
            (Language::English, _) => self.to_string(),
            (_, Some(spanish)) => {
                language.pick(self.to_string(), format!("{spanish} (error {code} del sistema)"))
            }
            (_, None) => language.pick(self.to_string(), format!("error {code} del sistema")),
        }
    }
}

impl Translate for io::ErrorKind {
    fn text(&self, language: Language) -> String {
        language.pick(self.to_string(), spanish(*self).unwrap_or("error de entrada o salida").to_owned())
    }
}

/// How a program ended: the system's sentence in English, its code or signal elsewhere.
impl Translate for ExitStatus {
    fn text(&self, language: Language) -> String {
        let spanish = match (self.code(), signal(*self)) {
            (Some(code), _) => format!("código de salida {code}"),
            (None, Some(signal)) => format!("señal {signal}"),
            (None, None) => "final desconocido".to_owned(),
        };
        language.pick(self.to_string(), spanish)
    }
}

#[cfg(unix)]
fn signal(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

#[cfg(not(unix))]
fn signal(_: ExitStatus) -> Option<i32> {
    None
}

fn spanish(kind: io::ErrorKind) -> Option<&'static str> {
    use io::ErrorKind;
    Some(match kind {
        ErrorKind::NotFound => "no existe ese fichero o carpeta",
        ErrorKind::PermissionDenied => "permiso denegado",
        ErrorKind::AlreadyExists => "ya existe",
        ErrorKind::NotADirectory => "no es una carpeta",
        ErrorKind::IsADirectory => "es una carpeta",
        ErrorKind::DirectoryNotEmpty => "la carpeta no está vacía",
        ErrorKind::ReadOnlyFilesystem => "el sistema de ficheros es de solo lectura",
        ErrorKind::StorageFull => "no queda espacio en el disco",
        ErrorKind::QuotaExceeded => "se ha superado la cuota de disco",
        ErrorKind::FileTooLarge => "el fichero es demasiado grande",
        ErrorKind::InvalidData => "los datos no son válidos",
        ErrorKind::InvalidInput => "argumento no válido",
        ErrorKind::UnexpectedEof => "los datos terminan antes de tiempo",
        ErrorKind::TimedOut => "se agotó el tiempo",
        ErrorKind::Interrupted => "se interrumpió",
        ErrorKind::WouldBlock => "el recurso está ocupado",
        ErrorKind::BrokenPipe => "nadie lee lo que se escribe",
        ErrorKind::AddrInUse => "la dirección ya está en uso",
        ErrorKind::AddrNotAvailable => "la dirección no está disponible",
        ErrorKind::ConnectionRefused => "conexión rechazada",
        ErrorKind::ConnectionReset | ErrorKind::ConnectionAborted => "se cortó la conexión",
        ErrorKind::ArgumentListTooLong => "hay demasiados argumentos",
        ErrorKind::ExecutableFileBusy => "el programa está en uso",
        ErrorKind::OutOfMemory => "no queda memoria",
        _ => return None,
    })
}

/// A value inside a bracketed text. It is not part of what was translated, so that the brackets are closed before it and opened
/// again behind it. Only for [`text!`](crate::text!).
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct Inserted<T>(pub T);

impl<T: fmt::Display> fmt::Display for Inserted<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("⟧")?;
        self.0.fmt(formatter)?;
        formatter.write_str("⟦")
    }
}

impl<T: fmt::Debug> fmt::Debug for Inserted<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("⟧")?;
        self.0.fmt(formatter)?;
        formatter.write_str("⟦")
    }
}

/// A sentence in a language, with values inserted as `format!` does:
/// `text!(language, "{name} plays {mv}", "{name} juega {mv}", name, mv = choice.mv)`.
///
/// Every value is listed behind the two sentences, by name. What is inserted must itself be in the right language:
/// `why = error.text(language)`. In the test language values stand outside of the brackets, so that a test sees an inserted
/// text that nobody translated.
#[macro_export]
macro_rules! text {
    ($language:expr, $english:literal, $spanish:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        match $language {
            $crate::Language::English => format!($english $(, $name = $crate::text!(@value $name $($value)?))*),
            $crate::Language::Spanish => format!($spanish $(, $name = $crate::text!(@value $name $($value)?))*),
            $crate::Language::Brackets => format!(
                concat!("⟦", $english, "⟧")
                $(, $name = $crate::Inserted(&$crate::text!(@value $name $($value)?)))*
            ),
        }
    };
    (@value $name:ident $value:expr) => { $value };
    (@value $name:ident) => { $name };
}

/// A [`Message`] with values inserted, as [`text!`](crate::text!) does: `message!("{name:?} is no file", "...", name)`.
///
/// What is itself translated needs the language: `message!(language => "failed: {why}", "falló: {why}", why = error.text(language))`.
#[macro_export]
macro_rules! message {
    ($language:ident => $($argument:tt)*) => { $crate::Message::new(|$language| $crate::text!($language, $($argument)*)) };
    ($($argument:tt)*) => { $crate::Message::new(|language| $crate::text!(language, $($argument)*)) };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_said_in_every_language() {
        let (name, count) = ("ninja2", 3);
        let say =
            |language| text!(language, "{name:?} plays {count:>2}", "{name:?} juega {count:>2}", name, count);
        assert_eq!(say(Language::English), "\"ninja2\" plays  3");
        assert_eq!(say(Language::Spanish), "\"ninja2\" juega  3");
        assert_eq!(say(Language::Brackets), "⟦⟧\"ninja2\"⟦ plays ⟧ 3⟦⟧");
        assert_eq!(Language::Brackets.pick("yes", "sí"), "⟦yes⟧");
        assert_eq!(text!(Language::Spanish, "{sum}", "{sum}", sum = 1 + 2), "3");
    }

    #[test]
    fn an_inserted_text_that_nobody_translated_is_outside_of_the_brackets() {
        let why = io::Error::from_raw_os_error(2);
        let message = Message::new(|language| {
            text!(
                language,
                "cannot read {path}: {why}",
                "no se puede leer {path}: {why}",
                path = "a.txt",
                why = why.text(language)
            )
        });
        let english = "cannot read a.txt: No such file or directory (os error 2)";
        assert_eq!(message.to_string(), english);
        let spanish = "no se puede leer a.txt: no existe ese fichero o carpeta (error 2 del sistema)";
        assert_eq!(message.text(Language::Spanish), spanish);
        assert_eq!(
            message.text(Language::Brackets),
            "⟦cannot read ⟧a.txt⟦: ⟧⟦No such file or directory (os error 2)⟧⟦⟧"
        );
        let forgotten = message!("it ended: {why}", "terminó: {why}", why = "nobody translated this");
        assert_eq!(forgotten.text(Language::Brackets), "⟦it ended: ⟧nobody translated this⟦⟧");
        let twice = message!(language => "a: {why}", "b: {why}", why = message.text(language));
        assert!(twice.text(Language::Spanish).starts_with("b: no se puede"), "{twice}");
    }
}
