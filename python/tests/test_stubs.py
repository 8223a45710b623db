"""The stubs say what the native module is: every name, every parameter, every default."""

import ast
import inspect
import sys

import poda
from poda import _native

# What every class of Python has, or what only printing, comparing and pickling ask for.
ORDINARY = set(dir(object)) | {"__module__", "__doc__", "__hash__", "__reduce__", "__richcmp__"}


def stub():
    import pathlib

    return ast.parse((pathlib.Path(poda.__file__).parent / "_native.pyi").read_text(encoding="utf-8"))


def parameters_of_stub(function):
    arguments = function.args
    plain = [argument.arg for argument in arguments.posonlyargs + arguments.args]
    defaults = [ast.literal_eval(default) for default in arguments.defaults]
    found = {name: inspect.Parameter.empty for name in plain}
    found.update(zip(plain[len(plain) - len(defaults) :], defaults))
    for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults):
        found["*" + argument.arg] = ast.literal_eval(default) if default is not None else inspect.Parameter.empty
    if arguments.vararg:
        found["*" + arguments.vararg.arg] = "var"
    return {name: value for name, value in found.items() if name not in ("self", "cls")}


def parameters_of_module(function):
    found = {}
    for name, parameter in inspect.signature(function).parameters.items():
        if name in ("self", "cls"):
            continue
        if parameter.kind is inspect.Parameter.VAR_POSITIONAL:
            found["*" + name] = "var"
        elif parameter.kind is inspect.Parameter.KEYWORD_ONLY:
            found["*" + name] = parameter.default
        else:
            found[name] = parameter.default
    return found


def test_the_stubs_are_the_module():
    classes = {node.name: node for node in stub().body if isinstance(node, ast.ClassDef)}
    functions = {node.name: node for node in stub().body if isinstance(node, ast.FunctionDef)}
    values = {node.target.id for node in stub().body if isinstance(node, ast.AnnAssign)}
    public = {name for name in dir(_native) if not name.startswith("__") or name == "__version__"}
    assert public == set(classes) | set(functions) | values
    for name, node in functions.items():
        assert parameters_of_stub(node) == parameters_of_module(getattr(_native, name)), name
    for name, node in classes.items():
        real = getattr(_native, name)
        told = {item.name: item for item in node.body if isinstance(item, ast.FunctionDef)}
        known = {attribute for attribute in vars(real) if attribute not in ORDINARY} | {
            attribute for attribute in told if attribute in vars(real)
        }
        assert known == set(told), name
        for attribute, item in told.items():
            is_property = any(isinstance(decorator, ast.Name) and decorator.id == "property" for decorator in item.decorator_list)
            found = vars(real)[attribute]
            assert is_property == inspect.isgetsetdescriptor(found), (name, attribute)
            # Python 3.9 does not tell how native classes are called.
            if attribute == "__new__" and sys.version_info >= (3, 10):
                assert parameters_of_stub(item) == parameters_of_module(real), name
            elif not is_property and not attribute.startswith("__"):
                assert parameters_of_stub(item) == parameters_of_module(found), (name, attribute)


def test_everything_public_is_documented():
    import pathlib

    assert (pathlib.Path(poda.__file__).parent / "py.typed").exists()
    for name in poda.__all__:
        value = getattr(poda, name)
        if name not in ("Evaluator", "Player", "__version__"):
            assert inspect.getdoc(value), name
        if inspect.isclass(value):
            for attribute, found in vars(value).items():
                if not attribute.startswith("_") and not isinstance(found, property) and inspect.isgetsetdescriptor(found):
                    assert found.__doc__, (name, attribute)


def test_numpy_is_not_needed_to_import():
    import subprocess
    import sys

    program = (
        "import sys; sys.modules['numpy'] = None; sys.modules['anywidget'] = None; import poda; "
        "print(poda.alphabeta(depth=2).search(poda.game('boom').start).nodes)\n"
        "try: poda.board('boom')\nexcept poda.PodaError as error: print(error)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, cwd="/")
    assert done.returncode == 0, done.stderr
    assert "pip install anywidget" in done.stdout
