//! The lab as a Python module.
