"""The same searches by the command line and by the Python module, in turns: the ratio of their CPU times.

    python tools/python_speed.py target/release/poda [ROUNDS]

Both have to be built with the same profile: `cargo build --release -p poda` and `pip install ./python`.
"""

import json
import resource
import statistics
import subprocess
import sys
import time

import poda

SEARCHES = [
    ("connect4", "4444", "pvs:depth=15"),
    ("boom", "", "alphabeta:depth=13,eval=puntuacion"),
    ("crush", "44", "alphabeta:depth=11,eval=lines"),
    ("parchis", "", "pvs:depth=8"),
]


def cpu_of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def by_command_line(program: str, game: str, moves: str, engine: str):
    before = cpu_of_children()
    command = [program, "best", game, "--moves", moves, "--agent", engine, "--json"]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return cpu_of_children() - before, json.loads(said)["nodes"]


def by_module(game: str, moves: str, engine: str):
    state = poda.game(game).play(moves)
    before = time.process_time()
    nodes = poda.player(engine).search(state).nodes
    return time.process_time() - before, nodes


def main() -> None:
    program, rounds = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 5
    ratios = []
    for game, moves, engine in SEARCHES:
        times = {"command line": [], "module": []}
        for _ in range(rounds):
            for name, (cpu, nodes) in (
                ("command line", by_command_line(program, game, moves, engine)),
                ("module", by_module(game, moves, engine)),
            ):
                times[name].append((cpu, nodes))
        counts = {nodes for measured in times.values() for _, nodes in measured}
        assert len(counts) == 1, f"{engine}: different nodes: {counts}"
        best = {name: min(cpu for cpu, _ in measured) for name, measured in times.items()}
        ratio = best["module"] / best["command line"]
        ratios.append(ratio)
        print(f"{game} {engine}: {counts.pop()} nodes, command line {best['command line']:.2f} s, module {best['module']:.2f} s, ratio {ratio:.3f}")
    print(f"geometric mean {statistics.geometric_mean(ratios):.3f}")


if __name__ == "__main__":
    main()
