use std::sync::OnceLock;

use poda_catalog::Catalog;

static CATALOG: OnceLock<Catalog> = OnceLock::new();

/// The games of this process: those that [`run`](crate::run) was given.
pub(crate) fn catalog() -> &'static Catalog {
    CATALOG.get_or_init(Catalog::built_in)
}

/// Sets the games, before anything else happens.
pub(crate) fn set_catalog(catalog: Catalog) {
    // A process has one command line.
    let _ = CATALOG.set(catalog);
}
