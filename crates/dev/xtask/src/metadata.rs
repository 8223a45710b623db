//! The output of `cargo metadata`.

use serde_json::Value;

use crate::steps::{Context, Result, cargo, fail};

/// The metadata of the workspace, with more arguments for cargo.
pub(crate) fn metadata(more: &[&str]) -> Result<Value> {
    let mut command = cargo(&["metadata", "--format-version", "1", "--locked"]);
    let output = command.args(more).output().context("cargo metadata")?;
    if !output.status.success() {
        return fail(format!("cargo metadata: {}", String::from_utf8_lossy(&output.stderr).trim()));
    }
    serde_json::from_slice(&output.stdout).context("cargo metadata")
}

/// The elements of an array; none of anything else.
pub(crate) fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}
