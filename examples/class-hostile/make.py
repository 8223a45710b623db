"""Writes the class of attacks.toml as folders: make.py TARGET --secret FILE [--port PORT]."""
import argparse
import os
import pathlib
import shutil
import tomllib

here = pathlib.Path(__file__).parent
reader = argparse.ArgumentParser(description=__doc__)
reader.add_argument("target", type=pathlib.Path)
reader.add_argument("--secret", required=True, type=pathlib.Path, help="a file that no submission may read")
reader.add_argument("--port", default=1, type=int, help="where a server listens that no submission may reach")
arguments = reader.parse_args()


def fill(text):
    known = {"SECRET": arguments.secret, "FOLDER": arguments.secret.parent, "PORT": arguments.port}
    for name, value in known.items():
        text = text.replace("{" + name + "}", str(value))
    return text


def quoted(text):
    plain = "".join(c if c.isprintable() and c not in '"\\' else f"\\U{ord(c):08x}" for c in text)
    return f'"{plain}"'


for name, attack in tomllib.loads((here / "attacks.toml").read_text()).items():
    folder = arguments.target / name
    folder.mkdir(parents=True)
    shutil.copy(here / "probe.py", folder)
    lines = [f"{key} = {quoted(fill(attack[key]))}\n" for key in ("name", "build", "run", "nodes") if key in attack]
    (folder / "bot.toml").write_text("".join(lines))
    for file, text in attack.get("write", {}).items():
        (folder / file).write_text(fill(text))
    for link, target in attack.get("links", {}).items():
        os.symlink(fill(target), folder / link)
