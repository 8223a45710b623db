//! poda-eval.
