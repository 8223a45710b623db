//! poda-search.
