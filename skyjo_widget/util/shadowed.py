"""A user's files that hide a module of Python or of a library, as ``random.py`` does.

It imports nothing that Python hasn't loaded before it looks into the user's folder.
"""

# pathlib is one of the modules that such a file can break:
# ruff: noqa: PTH100, PTH109, PTH113, PTH118, PTH119
from __future__ import annotations

import os
import sys

LIBRARIES = (
    *("anywidget", "cloudpickle", "comm", "duckdb", "filelock", "ipywidgets", "IPython"),
    *("jupyterlab", "matplotlib", "narwhals", "numba", "numpy", "pandas", "psygnal", "pyarrow"),
    *("skyjo_widget", "tqdm", "traitlets"),
)
"""The libraries that are used here."""
_TEXTS = {  # here, since to read `locales` takes modules
    "en": "{file} hides the module {name}, which is needed: rename that file and restart the "
    "kernel",
    "fr": "{file} cache le module {name}, qui est nécessaire\u00a0: renomme ce fichier et "
    "redémarre le noyau",
}


class ShadowedModuleError(ImportError):
    """An import that failed because a user's file bears a module's name."""

    def _render_traceback_(self) -> list[str]:
        return [f"ImportError: {self}"]


def raise_explained(error: BaseException) -> None:
    """Raise `ShadowedModuleError` if a user's file has caused an error; else do nothing."""
    for folder in _own_folders():
        for name in _suspects(error, folder):
            file = _hiding(folder, name)
            if file:
                raise ShadowedModuleError(hiding_text(file), name=name, path=file) from None


def hiding_text(file: str) -> str:
    """Say what a user's file hides, and what to do, in the system's language."""
    name = os.path.basename(file.removesuffix(f"{os.sep}__init__.py")).removesuffix(".py")
    return "\n".join(_TEXTS[lang].format(file=file, name=name) for lang in system_languages())


def shadowing_files(folder: str) -> list[str]:
    """List a folder's files that hide a module which this process has loaded, or a library."""
    names = (set(sys.stdlib_module_names) & set(sys.modules)) | set(LIBRARIES)
    return sorted(file for name in names if (file := _hiding(folder, name)))


def system_languages() -> list[str]:
    """List the languages of messages: the system's one if it is among them, else all."""
    variables = ("LC_ALL", "LC_MESSAGES", "LANGUAGE", "LANG")
    chosen = next((value for key in variables if (value := os.environ.get(key))), "")
    own = [lang for lang in _TEXTS if chosen.lower().startswith(lang)]
    return own or list(_TEXTS)


def _own_folders() -> list[str]:
    """List the user's folders in which modules are looked for: a script's, or the present one."""
    present = os.getcwd()
    folders = [os.path.abspath(path) for path in sys.path[:1]]
    folders += [present for path in sys.path if path in ("", present)]
    return [path for path in dict.fromkeys(folders) if not path.startswith(sys.base_prefix)]


def _suspects(error: BaseException, folder: str) -> list[str]:
    """List the modules that an error names, and the files of a folder in which it was raised."""
    named = error.name if isinstance(error, ImportError) else getattr(error, "obj", None)
    name = getattr(named, "__name__", named)
    suspects = [name.partition(".")[0]] if isinstance(name, str) else []
    files = [error.filename] if isinstance(error, SyntaxError) else []
    trace = error.__traceback__
    while trace is not None:
        files.append(trace.tb_frame.f_code.co_filename)
        trace = trace.tb_next
    for file in reversed(files):
        where, entry = os.path.split(os.path.abspath(file or ""))
        if where == folder:
            suspects.append(entry.removesuffix(".py"))
    return suspects


def _hiding(folder: str, name: str) -> str | None:
    """Return the file of a folder that hides a module, if there is one."""
    if name not in sys.stdlib_module_names and name not in LIBRARIES:
        return None
    files = (os.path.join(folder, f"{name}.py"), os.path.join(folder, name, "__init__.py"))
    return next((file for file in files if os.path.isfile(file)), None)
