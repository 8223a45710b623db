//! The rules of k in a row and of N en raya.

mod mnk_reference;
mod nraya_reference;
mod pictures;
mod properties;
mod recorded;
mod refusals;
mod rules;
