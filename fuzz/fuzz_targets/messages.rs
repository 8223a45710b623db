//! Whatever a stranger sends over a live connection is read or refused, and never more than that.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    let _ = poda_service::read_and_show(text);
});
