use crate::GameOptionError;

/// Reads `WxH:K`, of which all or the last part may be left out: columns, rows, and how many in a row.
pub(super) fn read_board(
    arguments: &str,
    usual_size: (u32, u32),
    usual_run: u32,
) -> Result<(u32, u32, u32), GameOptionError> {
    let (size, run) = match arguments.split_once(':') {
        None => (arguments, None),
        Some((size, run)) => (size, Some(run)),
    };
    let (width, height) = if size.is_empty() { usual_size } else { read_size(size)? };
    let run = match run {
        None => usual_run,
        Some(text) => text.parse().map_err(|_| GameOptionError::Run { text: text.to_owned() })?,
    };
    Ok((width, height, run))
}

fn read_size(text: &str) -> Result<(u32, u32), GameOptionError> {
    let size =
        text.split_once('x').and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
    size.ok_or_else(|| GameOptionError::Size { text: text.to_owned() })
}
