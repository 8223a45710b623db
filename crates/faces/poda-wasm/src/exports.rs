//! What a browser sees: memory and functions. There is one thread, and it is in one call at a time.
#![expect(unsafe_code, reason = "exports have names that the linker keeps, and take places in memory")]

use core::{cell::RefCell, time::Duration};
use std::panic;

use crate::{TabWorker, worker::broken};

/// The longest message that is taken; a book is shorter.
const LONGEST: usize = 4 << 20;

#[link(wasm_import_module = "poda")]
unsafe extern "C" {
    #[link_name = "post"]
    safe fn poda_post(place: *const u8, length: usize);
    #[link_name = "now"]
    safe fn poda_now() -> f64;
}

thread_local! {
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static WORKER: RefCell<TabWorker> = RefCell::new(new_worker());
}

fn now() -> Duration {
    Duration::from_secs_f64((poda_now() / 1000.0).max(0.0))
}

fn post(text: &str) {
    poda_post(text.as_ptr(), text.len());
}

fn new_worker() -> TabWorker {
    poda_agent::set_clock(now);
    panic::set_hook(Box::new(|info| post(&broken(&info.to_string()))));
    TabWorker::new(now)
}

/// A place for that many bytes; 0 for more than a message may have.
#[unsafe(no_mangle)]
extern "C" fn reserve(length: usize) -> *mut u8 {
    if length > LONGEST {
        return core::ptr::null_mut();
    }
    INPUT.with_borrow_mut(|input| {
        // What was there is forgotten, and a long message gives its memory back.
        *input = vec![0; length];
        input.as_mut_ptr()
    })
}

/// The bytes that were put where [`reserve`] said; nothing if it was elsewhere.
fn input(place: *const u8, length: usize) -> Vec<u8> {
    INPUT.with_borrow_mut(|input| {
        let is_there = input.as_ptr() == place && length <= input.len();
        let mut bytes = if is_there { core::mem::take(input) } else { Vec::new() };
        bytes.truncate(length);
        bytes
    })
}

/// Answers a message.
#[unsafe(no_mangle)]
extern "C" fn ask(place: *const u8, length: usize) {
    let bytes = input(place, length);
    let text = String::from_utf8_lossy(&bytes);
    WORKER.with_borrow_mut(|worker| worker.ask(&text, &mut post));
}

/// Takes the book of openings.
#[unsafe(no_mangle)]
extern "C" fn set_book(place: *const u8, length: usize) -> bool {
    let book = input(place, length);
    WORKER.with_borrow_mut(|worker| worker.set_book(&book))
}

/// Sets how many megabytes the table of one search may take.
#[unsafe(no_mangle)]
extern "C" fn set_table(megabytes: usize) {
    WORKER.with_borrow_mut(|worker| worker.set_table(megabytes));
}
