//! poda-catalog.
