//! The rules for players, as Markdown. A fence headed `drawing GAME LANGUAGE POSITION` shows a position.

macro_rules! pages {
    ($($english:ident, $spanish:ident: $name:literal;)*) => {$(
        #[doc = concat!("The rules of ", $name, " in English.")]
        pub const $english: &str = include_str!(concat!("../rules/players/", $name, ".en.md"));
        #[doc = concat!("The rules of ", $name, " in Spanish.")]
        pub const $spanish: &str = include_str!(concat!("../rules/players/", $name, ".es.md"));
    )*};
}

pages! {
    CONNECT4, CONNECT4_ES: "connect4";
    CRUSH, CRUSH_ES: "crush";
    BOOM, BOOM_ES: "boom";
    DESCONECTA, DESCONECTA_ES: "desconecta";
}
