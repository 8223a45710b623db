//! Whatever a stranger sends over the live connection is read or refused, and never more than that.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    let _ = poda_web::read_message(text);
});
