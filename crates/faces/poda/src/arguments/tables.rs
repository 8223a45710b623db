use std::path::PathBuf;

use clap::Args;
use poda_core::message;

use super::OutputOptions;
use crate::{failure::Failure, table::TableFormat};

/// In which form a result is printed.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "For reports")]
pub(crate) struct TableArgs {
    /// Print the table in Markdown
    #[arg(long, conflicts_with_all = ["csv", "latex"])]
    markdown: bool,

    /// Print the table as CSV
    #[arg(long, conflicts_with = "latex")]
    csv: bool,

    /// Print the table in LaTeX
    #[arg(long)]
    latex: bool,
}

/// The same for one contest, which has a picture too.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "For reports")]
pub(crate) struct ReportArgs {
    #[command(flatten)]
    pub(crate) tables: TableArgs,

    /// Draw the ratings with their errors to this SVG file
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,
}

impl TableArgs {
    /// The form that was asked for. JSON has no tables.
    pub(crate) fn format(&self, output: OutputOptions) -> Result<TableFormat, Failure> {
        let format = match self {
            Self { markdown: true, .. } => TableFormat::Markdown,
            Self { csv: true, .. } => TableFormat::Csv,
            Self { latex: true, .. } => TableFormat::Latex,
            _ => TableFormat::Text,
        };
        if output.json && format != TableFormat::Text {
            return Err(Failure::Usage(message!(
                "--json cannot be used with --markdown, --csv or --latex",
                "--json no se puede usar con --markdown, --csv ni --latex"
            )));
        }
        Ok(format)
    }
}
