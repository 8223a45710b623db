//! Whole commands: what they print, what they refuse, how they end. `TRYCMD=overwrite cargo test -p poda --test it cli`
//! writes the expected output anew.

#[test]
fn commands_do_what_their_pages_say() {
    trycmd::TestCases::new()
        .case("tests/cmd/*.md")
        .env("PODA_LANG", "en")
        .env("NO_COLOR", "1")
        .env("XDG_DATA_HOME", env!("CARGO_TARGET_TMPDIR"));
}
