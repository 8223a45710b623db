//! Many machines: `poda worker`, `poda queue` and `poda slurm`.

mod slurm;
#[cfg(feature = "queue")]
mod view;
#[cfg(feature = "queue")]
mod worker;

pub(crate) use self::slurm::run as slurm;
#[cfg(feature = "queue")]
pub(crate) use self::{view::run as view, worker::run as worker};

#[cfg(not(feature = "queue"))]
pub(crate) fn worker(
    _: &crate::arguments::WorkerArgs,
    _: crate::arguments::OutputOptions,
) -> Result<(), crate::failure::Failure> {
    Err(crate::queue::missing())
}

#[cfg(not(feature = "queue"))]
pub(crate) fn view(
    _: &crate::arguments::QueueCommandArgs,
    _: crate::arguments::OutputOptions,
) -> Result<(), crate::failure::Failure> {
    Err(crate::queue::missing())
}
