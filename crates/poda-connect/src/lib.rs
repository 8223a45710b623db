//! poda-connect.
