//! poda-parchis.
