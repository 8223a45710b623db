use poda_core::message;
use std::{future, net::SocketAddr, path::PathBuf, time::Duration};

use etcetera::BaseStrategy;
use poda_web::{ServerLimits, ServerOptions};

use crate::{
    arguments::{OutputOptions, ServeArgs},
    failure::Failure,
    interrupt,
    terminal::say,
};

pub(crate) fn run(args: ServeArgs, output: OutputOptions) -> Result<(), Failure> {
    let language = output.language();
    // Whoever wants games elsewhere wants runs there too, unless told otherwise.
    let records = match &args.data {
        Some(folder) => args.records.path_or(folder),
        None => args.records.path()?,
    };
    let folder = match args.data {
        Some(folder) => folder,
        None => data_folder()?,
    };
    let options = ServerOptions {
        address: SocketAddr::new(args.host, args.port),
        games: Some(folder.join("games.sqlite")),
        records: Some(records),
        limits: ServerLimits {
            bots: args.allow_bots,
            thinking: Duration::from_secs(args.think),
            connections: ServerLimits::default().connections.max(args.connections),
            connections_per_client: args.connections,
            ..ServerLimits::default()
        },
    };
    if !poda_web::has_page() {
        say(language.pick(
            "this binary was built without the page: `cargo xtask page`, then build again",
            "este binario se compiló sin la página: `cargo xtask page` y vuelve a compilar",
        ));
    }
    let ready = |address: SocketAddr| {
        say(&language.pick(
            format!("the page is at http://{address} (Ctrl-C ends it)"),
            format!("la página está en http://{address} (Ctrl-C la termina)"),
        ));
        interrupt::leave_with(language.pick("the games are kept", "las partidas quedan guardadas"));
    };
    poda_web::serve(options, ready, future::pending()).map_err(|error| Failure::failed(&error))
}

fn data_folder() -> Result<PathBuf, Failure> {
    let base = etcetera::choose_base_strategy().map_err(|_| {
        Failure::Failed(message!(
            "there is no home folder to keep games in: set HOME or give --data",
            "no hay una carpeta personal donde guardar partidas: define HOME o usa --data"
        ))
    })?;
    Ok(base.data_dir().join("poda"))
}
