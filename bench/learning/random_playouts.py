"""Random games of Connect-4: Poda beside OpenSpiel and Pgx, in one run, turn by turn.

Every library steps random games and gives, for each step, an observation, the legal actions and a random legal action. What is
counted is steps per second of processor time (user and system, all threads of the process): per core, however many there are.

    python bench/learning/random_playouts.py [--games 4096] [--rounds 5] [--seconds 3] [--only poda]
"""

import argparse
import os
import statistics
import sys
import time

# One thread for what JAX computes, so that its threads do not wait for each other. Before it is imported.
os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
os.environ.setdefault("JAX_PLATFORMS", "cpu")
os.environ.setdefault("OMP_NUM_THREADS", "1")


def poda_batch(games):
    """`poda.vector`: planes, masks, rewards and ends of all games in numpy arrays after every step."""
    import poda

    env = poda.vector("connect4", games, seed=1)
    env.reset()

    def run(steps=20):
        for _ in range(steps):
            env.step(env.sample())
        return steps * games

    return run


def pgx_batch(games):
    """Pgx: compiled for the whole batch, with automatic resets, many steps in one call."""
    import jax
    import pgx
    from pgx.experimental.wrappers import auto_reset

    env = pgx.make("connect_four")
    init = jax.jit(jax.vmap(env.init))
    step = jax.vmap(auto_reset(env.step, env.init))
    steps = 20

    @jax.jit
    def many(state, key):
        def once(_, carry):
            state, key = carry
            key, chance, fresh = jax.random.split(key, 3)
            logits = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
            actions = jax.random.categorical(chance, logits, axis=1)
            # The state that is carried on holds observation, mask and rewards, so each of them is computed.
            return step(state, actions, jax.random.split(fresh, games)), key

        return jax.lax.fori_loop(0, steps, once, (state, key))

    carried = [(init(jax.random.split(jax.random.PRNGKey(0), games)), jax.random.PRNGKey(1))]

    def run():
        carried[0] = jax.block_until_ready(many(*carried[0]))
        return steps * games

    return run


def open_spiel_games(games):
    """OpenSpiel: one game after the other, each step with observation and mask, as a learner asks for them."""
    return open_spiel(observing=True)


def open_spiel_bare(games):
    """The same without observations and masks: only the legal actions, from which one is drawn."""
    return open_spiel(observing=False)


def open_spiel(observing):
    import random

    import pyspiel

    game = pyspiel.load_game("connect_four")
    chance = random.Random(1)

    def run(games=40):
        steps = 0
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                if observing:
                    state.observation_tensor()
                    state.legal_actions_mask()
                actions = state.legal_actions()
                state.apply_action(actions[int(chance.random() * len(actions))])
                steps += 1
            state.returns()
        return steps

    return run


LIBRARIES = {"poda": poda_batch, "pgx": pgx_batch, "open_spiel": open_spiel_games, "open_spiel, no observations": open_spiel_bare}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=4096)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=3.0, help="of processor time, for each library in each round")
    parser.add_argument("--only", nargs="*", choices=sorted(LIBRARIES))
    options = parser.parse_args()
    runs = {}
    for name, make in LIBRARIES.items():
        if not options.only or name in options.only:
            runs[name] = make(options.games)
            runs[name]()  # what is compiled, is compiled now
    rates = {name: [] for name in runs}
    for _ in range(options.rounds):
        for name, run in runs.items():
            began, steps = time.process_time(), 0
            while time.process_time() - began < options.seconds:
                steps += run()
            rates[name].append(steps / (time.process_time() - began))
    best_other = max((statistics.median(rate) for name, rate in rates.items() if name != "poda"), default=None)
    print(f"{'library':<28} {'steps per CPU second':>22}   lowest and highest of {options.rounds}")
    for name, rate in rates.items():
        print(f"{name:<28} {statistics.median(rate):>22,.0f}   {min(rate):,.0f} {max(rate):,.0f}")
    if "poda" in rates and best_other:
        print(f"poda beside the better of the others: {statistics.median(rates['poda']) / best_other:.1f} times")
    return 0


if __name__ == "__main__":
    sys.exit(main())
