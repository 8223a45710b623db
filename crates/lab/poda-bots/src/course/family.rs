//! The courses: how each is recognised, what it plays, and the files of our own that let its players play.

use super::sources::Sources;

/// A course, over its years.
pub(super) struct CourseFamily {
    /// Its name in the cache.
    pub(super) word: &'static str,
    /// What its players play, for people.
    pub(super) games: &'static str,
    /// The first of them.
    pub(super) own_game: &'static str,
    /// Whether they play a game.
    pub(super) plays: fn(&str) -> bool,
    /// Which options its players have, besides those of all.
    pub(super) options: &'static [&'static str],
    /// How its players are built.
    pub(super) language: BuildLanguage,
    /// The files that replace those of the simulator, whose names they have.
    pub(super) own: &'static [OwnFile],
}

/// A file of our own: its name and its content.
pub(super) type OwnFile = (&'static str, &'static str);

/// How a player is built.
pub(super) enum BuildLanguage {
    Cpp {
        /// The player's source and header, by which the course is recognised. The header may be missing if there is a spare one.
        source: &'static str,
        header: &'static str,
        standard: &'static str,
        host: &'static str,
        /// Whether it is a library that Poda loads, because it asks for our rules.
        loaded: bool,
        /// What is used where a folder has no such file.
        spare: &'static [OwnFile],
    },
    Java {
        package: &'static str,
        host: OwnFile,
    },
}

/// How C++ players are compiled: quick, silent about what is only a warning, and as lenient as the simulators, which were built without
/// optimisation. A function that ends without `return` returns whatever there is (the compiler assumes that this never happens, unless
/// it checks what is unreachable), and a loop that reads beyond its array ends where it says.
pub(super) const CPP_FLAGS: &str = "-O2 -w -fwrapv -fno-strict-aliasing -fno-delete-null-pointer-checks \
    -fno-aggressive-loop-optimizations -fno-stack-protector -fsanitize=unreachable -fsanitize-undefined-trap-on-error";

const HOST: OwnFile = ("host.h", include_str!("../../courses/granada/host.h"));

const FAMILIES: &[CourseFamily] = &[
    CourseFamily {
        word: "connect",
        games: "boom, crush, desconecta, connect4:7x7",
        own_game: "boom",
        plays: |game| ["boom", "crush", "desconecta", "connect4:7x7"].contains(&game),
        options: &[],
        language: BuildLanguage::Cpp {
            source: "player.cpp",
            header: "player.h",
            standard: "gnu++14",
            host: include_str!("../../courses/connect/host.cpp"),
            loaded: false,
            spare: &[("player.h", include_str!("../../courses/connect/player.h"))],
        },
        own: &[HOST, ("environment.h", include_str!("../../courses/connect/environment.h"))],
    },
    CourseFamily {
        word: "parchis",
        games: "parchis:2023, parchis:2024",
        own_game: "parchis",
        plays: |game| {
            game == "parchis"
                || ["parchis:2023", "parchis:2024"].iter().any(|edition| game.starts_with(edition))
        },
        options: &["id"],
        language: BuildLanguage::Cpp {
            source: "AIPlayer.cpp",
            header: "AIPlayer.h",
            standard: "gnu++14",
            host: include_str!("../../courses/parchis/host.cpp"),
            loaded: true,
            spare: &[],
        },
        own: &[
            HOST,
            ("PodaParchis.h", include_str!("../../courses/parchis/PodaParchis.h")),
            ("Attributes.h", include_str!("../../courses/parchis/Attributes.h")),
            ("Board.h", include_str!("../../courses/parchis/Board.h")),
            ("BoardTrap.h", include_str!("../../courses/parchis/BoardTrap.h")),
            ("Dice.h", include_str!("../../courses/parchis/Dice.h")),
            ("GUIPlayer.h", include_str!("../../courses/parchis/GUIPlayer.h")),
            ("Piece.h", include_str!("../../courses/parchis/Piece.h")),
            ("PowerBar.h", include_str!("../../courses/parchis/PowerBar.h")),
            ("Parchis.h", include_str!("../../courses/parchis/Parchis.h")),
            ("Player.h", include_str!("../../courses/parchis/Player.h")),
        ],
    },
    CourseFamily {
        word: "nraya",
        games: "nraya, mnk",
        own_game: "nraya",
        plays: |game| game == "nraya" || game.starts_with("mnk"),
        options: &["id", "depth", "seconds", "mode"],
        language: BuildLanguage::Cpp {
            source: "AgenteEstudiante.cpp",
            header: "AgenteEstudiante.hpp",
            // A constant of the handout's class is used by reference, which only newer standards link.
            standard: "gnu++17",
            host: include_str!("../../courses/nraya/host.cpp"),
            loaded: false,
            spare: &[],
        },
        own: &[
            HOST,
            ("Tablero.hpp", include_str!("../../courses/nraya/Tablero.hpp")),
            ("Agente.hpp", include_str!("../../courses/nraya/Agente.hpp")),
        ],
    },
    CourseFamily {
        word: "java",
        games: "connect4:NxN",
        own_game: "connect4:8x8",
        plays: is_square_connect4,
        options: &["class"],
        language: BuildLanguage::Java {
            package: "edu.epsevg.prop.lab.c4",
            host: ("PodaHost.java", include_str!("../../courses/java/PodaHost.java")),
        },
        own: &[
            ("edu/epsevg/prop/lab/c4/Tauler.java", include_str!("../../courses/java/Tauler.java")),
            ("edu/epsevg/prop/lab/c4/Jugador.java", include_str!("../../courses/java/Jugador.java")),
            ("edu/epsevg/prop/lab/c4/IAuto.java", include_str!("../../courses/java/IAuto.java")),
            ("edu/epsevg/prop/lab/c4/Coordenada.java", include_str!("../../courses/java/Coordenada.java")),
            ("javafx/util/Pair.java", include_str!("../../courses/java/Pair.java")),
        ],
    },
];

/// The course's board has as many rows as columns.
fn is_square_connect4(game: &str) -> bool {
    let size = game.strip_prefix("connect4:").and_then(|size| size.split_once('x'));
    size.is_some_and(|(columns, rows)| columns == rows)
}

impl CourseFamily {
    /// The course to which a folder belongs.
    pub(super) fn of(sources: &Sources) -> Option<&'static Self> {
        FAMILIES.iter().find(|family| match &family.language {
            BuildLanguage::Cpp { source, header, spare, .. } => {
                sources.named(source).is_some()
                    && (sources.named(header).is_some() || spare.iter().any(|(name, _)| name == header))
            }
            BuildLanguage::Java { package, .. } => {
                sources.files().any(|file| file.java_package().as_deref() == Some(*package))
            }
        })
    }

    /// The program that builds its players, with the package that has it.
    pub(super) fn compiler(&self) -> (&'static str, &'static str) {
        match self.language {
            BuildLanguage::Cpp { .. } => ("g++", "g++"),
            BuildLanguage::Java { .. } => ("javac", "default-jdk-headless"),
        }
    }
}
