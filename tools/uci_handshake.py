#!/usr/bin/env python3
"""Lets python-chess, a host that other people wrote, start `poda engine`, read its options and set them.

python-chess is the referee of the handshake only: it knows chess alone, so no game is played. It is under the GPL and is
installed for this test, never a part of Poda.

    uci_handshake.py target/debug/poda
"""

import sys

import chess.engine


def main() -> int:
    poda = sys.argv[1]
    with chess.engine.SimpleEngine.popen_uci([poda, "engine", "--game", "boom"], timeout=20) as engine:
        options = engine.options
        expected = {"Game": "combo", "Player": "string", "Seed": "string", "Hash": "spin", "Threads": "spin"}
        kinds = {name: options[name].type for name in options}
        for name, kind in expected.items():
            if kinds.get(name) != kind:
                print(f"the option {name} should be a {kind}: {kinds}", file=sys.stderr)
                return 1
        game = options["Game"]
        if game.default not in game.var:
            print(f"the default {game.default!r} is none of {game.var}", file=sys.stderr)
            return 1
        if not options["Hash"].min <= options["Hash"].default <= options["Hash"].max:
            print(f"the default of Hash is out of its range: {options['Hash']}", file=sys.stderr)
            return 1
        # python-chess checks every value against what was offered.
        for value in game.var:
            engine.configure({"Game": value})
        engine.configure({"Hash": 4, "Threads": 2, "Player": "ninja1", "Seed": "7"})
        engine.ping()
        name = engine.id.get("name", "")
        if not name.startswith("Poda"):
            print(f"its name is missing: {engine.id}", file=sys.stderr)
            return 1
    print("python-chess", chess.__version__, "and", name, "agree")
    return 0


if __name__ == "__main__":
    sys.exit(main())
