"""The command ``skyjo-widget``: it opens a notebook in JupyterLab, served to this machine only.

It also compiles the games in the background; ``skyjo-widget compile`` does only that.
``skyjo-widget hour`` makes all that an hour's lesson needs; ``verify`` verifies records, ``class``
makes a class's page, ``lesson new`` a lesson, ``answers`` and ``sheets`` what its teacher prints;
``doctor`` says what is wrong here.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import glob
import importlib.metadata
import io
import json
import os
import re
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from skyjo_widget.errors import RecordError, SkyjoWidgetError
from skyjo_widget.errors.message import _
from skyjo_widget.lessons.shipped_lessons import NAMES
from skyjo_widget.util.files import reason
from skyjo_widget.util.i18n import languages, present_language, speaking
from skyjo_widget.util.messages import rendered, translation
from skyjo_widget.util.processes import apart
from skyjo_widget.util.shadowed import hiding_text, shadowing_files, system_languages
from skyjo_widget.util.version import __version__

_LESSONS = ("tutorial", "samples", "strategy", "perfect")
"""The notebooks of the lessons; each leads to the next."""
ANALYSIS = "analysis"
COMPILE, VERIFY, CLASS, LESSON = "compile", "verify", "class", "lesson"
ANSWERS, SHEETS, DOCTOR, HOUR = "answers", "sheets", "doctor", "hour"
_HOST = "127.0.0.1"


class _RefusalError(Exception):
    """A failure with a message for the user; the command exits with 1."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command: serve a notebook until it is interrupted, or do one of the other things.

    Parameters
    ----------
    argv : sequence of str, optional
        The arguments; by default those of the command line.

    Returns
    -------
    int
        The exit code: 0, or 1 on failure, with the reason on standard error.  For ``verify``: 0
        if all files are proved, 1 if one is refuted, 2 if one is missing, else 3.
    """
    for stream in (sys.stdout, sys.stderr):  # a code page of Windows doesn't have every sign
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    arguments = list(sys.argv[1:] if argv is None else argv)
    with speaking(_language(arguments)), _argparse_speaking():
        try:
            return _run(arguments)
        except (SkyjoWidgetError, _RefusalError) as error:
            return _refused(error)


def _run(arguments: list[str]) -> int:
    """Carry out the command; return the exit code."""
    others = {VERIFY: _verify, CLASS: _class, LESSON: _lesson, ANSWERS: _answers, SHEETS: _sheets}
    others |= {DOCTOR: _doctor, HOUR: _hour}
    if arguments and arguments[0] in others:
        return others[arguments[0]](arguments[1:])
    options = _parser().parse_args(arguments)
    if options.notebook == COMPILE:
        return _compile()
    if options.here:
        notebook = _notebook_here(options.here)
    else:
        _require_lab()  # before the notebook is copied
        notebook = _copied(options.notebook, options.lang)
    with _lab_defaults(options.lang):
        _serve(notebook, port=options.port, browser=options.browser, root=options.allow_root)
    return 0


# The language of the command


def _language(arguments: list[str]) -> str:
    """Return the language that the command speaks: that of ``--lang``, else the system's."""
    chosen = re.search(r"--lang[ =](\w+)", " ".join(arguments))
    return chosen[1] if chosen and chosen[1] in languages() else system_languages()[0]


def _translated(message: str | BaseException) -> str:
    return rendered(message, present_language())


def _refused(error: BaseException, code: int = 1) -> int:
    """Print why the command can't do what it should; return the exit code."""
    print(f"skyjo-widget: {_translated(error)}", file=sys.stderr)
    return code


class _Parser(argparse.ArgumentParser):
    """A parser of arguments whose help is in the present language."""

    def __init__(self, *, prog: str, description: str, epilog: str = "") -> None:
        super().__init__(
            prog=prog, description=_translated(description), epilog=_translated(epilog)
        )

    def add_argument(self, *names: str, **about: Any) -> argparse.Action:
        """Add an argument; parameters as of `argparse`."""
        if "help" in about:
            about["help"] = _translated(about["help"])
        return super().add_argument(*names, **about)


@contextlib.contextmanager
def _argparse_speaking() -> Iterator[None]:
    """Let argparse, which asks gettext for its own sentences, find them in our catalogue."""
    say = functools.partial(translation, present_language())
    own = {
        "_": say,
        "ngettext": lambda singular, plural, count: say(singular if count == 1 else plural),
    }
    before = {name: getattr(argparse, name) for name in own}
    vars(argparse).update(own)
    try:
        yield
    finally:
        vars(argparse).update(before)


_OF_ARGPARSE = (
    _("usage: "),
    _("positional arguments"),
    _("options"),
    _("show this help message and exit"),
    _("%(prog)s: error: %(message)s\n"),
    _("argument %(argument_name)s: %(message)s"),
    _("the following arguments are required: %s"),
    _("unrecognized arguments: %s"),
    _("expected one argument"),
    _("ambiguous option: %(option)s could match %(matches)s"),
    _("ignored explicit argument %r"),
    _("invalid choice: %(value)r (choose from %(choices)s)"),
)
"""Sentences of argparse, for the catalogues."""


def _parser() -> _Parser:
    parser = _Parser(
        prog="skyjo-widget",
        description=_(
            "Copy a notebook into this folder and open it in JupyterLab. An existing "
            "file is opened as it is, never overwritten."
        ),
        epilog=_(
            "Also: skyjo-widget hour makes an hour's lesson ready and keeps its page on the wall, "
            "verify FILE… proves records, class FOLDER makes the page of a class, lesson new "
            "FOLDER makes a lesson, answers and sheets what its teacher prints, "
            "doctor says what is wrong with an installation; each with --help"
        ),
    )
    parser.add_argument(
        "notebook",
        nargs="?",
        choices=(*_LESSONS, ANALYSIS, COMPILE),
        default="tutorial",
        help=_(
            "a lesson: tutorial (default; the first, about chance), samples, strategy or perfect; "
            "or the analysis of games, with a folder of records; or compile: have all games "
            "compiled, so that nobody waits for it later"
        ),
    )
    parser.add_argument("--here", metavar="NOTEBOOK", help=_("open this notebook, without a copy"))
    parser.add_argument(
        "--lang",
        choices=("en", "fr"),
        default=present_language(),
        help=_("the lessons' language (default: the system's)"),
    )
    parser.add_argument(
        "--port", type=_port, help=_("the port, and no other (default: 8888 or the next free one)")
    )
    parser.add_argument(
        "--no-browser",
        dest="browser",
        action="store_false",
        help=_("only serve and print the address"),
    )
    parser.add_argument(
        "--allow-root", action="store_true", help=_("serve even as root, as in a container")
    )
    parser.add_argument(
        "--version",
        action="version",
        version=f"%(prog)s {__version__}",
        help=_("show program's version number and exit"),
    )
    return parser


def _compile() -> int:
    """Compile all games, with a line about each; return 1 if one failed, else 0."""
    from skyjo_widget.engine.core import jit  # noqa: PLC0415  (it loads NumPy)

    if not jit.has_numba():
        return _refused(_RefusalError(_("nothing is compiled: {why}", why=jit.why_slow())))
    from skyjo_widget.simulation.compile_ahead import compile_all  # noqa: PLC0415  (it loads all games)

    return int(compile_all(lambda line: print(_translated(line), flush=True)) > 0)


def _verify(argv: Sequence[str]) -> int:
    """Print the verification of records; return the exit code."""
    parser = _Parser(
        prog=f"skyjo-widget {VERIFY}",
        description=_(
            "Check records: that the rules were kept, that every line agrees with a replay, that "
            "no line was changed or removed, and that deals and bots' moves follow from the seed."
        ),
        epilog=_(
            "Exit code: 0 if all are proved, 1 if one is refuted or can't be read, 2 if one "
            "doesn't exist, 3 if one can be neither proved nor refuted."
        ),
    )
    parser.add_argument(
        "paths", nargs="+", metavar="FILE", help=_("a record, a folder or a ZIP file of them")
    )
    _add_language(parser)
    options = parser.parse_args(argv)
    from skyjo_widget import verify  # noqa: PLC0415  (it loads all games)

    try:
        verification = verify(*options.paths, lang=options.lang)
    except RecordError as error:
        return _refused(error, 2)
    print(verification.text())
    return verification.code


def _class(argv: Sequence[str]) -> int:
    """Make the page of a class's hand-in files, once or until it is interrupted."""
    parser = _Parser(
        prog=f"skyjo-widget {CLASS}",
        description=_(
            "Make a page of the files that a class has handed in: tables, pictures and "
            "replays, for the teacher and for the wall."
        ),
    )
    parser.add_argument(
        "folder", nargs="?", default="hand-in", help=_("or a ZIP file (default: hand-in)")
    )
    parser.add_argument("--out", default="class.html", help=_("the page (default: class.html)"))
    parser.add_argument(
        "--watch", action="store_true", help=_("make it again as files arrive, until Ctrl-C")
    )
    parser.add_argument(
        "--names",
        choices=("first", "codes", "whole"),
        default="first",
        help=_("how pupils are named (default: first names)"),
    )
    _add_language(parser)
    parser.add_argument("--seed", help=_("the class seed: other deals aren't counted"))
    parser.add_argument("--game", help=_("the preset: other games aren't counted"))
    options = parser.parse_args(argv)
    from skyjo_widget.lessons.report.report import class_page  # noqa: PLC0415  (it loads pandas)

    if options.watch:
        try:
            if not (Path(options.folder).exists() or glob.has_magic(options.folder)):
                Path(options.folder).mkdir(parents=True)  # the first file comes later
        except OSError as error:
            raise _RefusalError(
                _("{path}: {error}", path=options.folder, error=reason(error))
            ) from None
        _follow(Path(options.out))
    report = class_page(
        options.folder,
        options.out,
        lang=options.lang,
        seed=options.seed,
        game=options.game,
        names=options.names,
        live=options.watch,
    )
    print(report)
    return 0


def _lesson(argv: Sequence[str]) -> int:
    """Make the folder of a new lesson."""
    parser = _Parser(
        prog=f"skyjo-widget {LESSON}",
        description=_(
            "Make a folder with the pupils' notebook and lesson.toml, which the teacher fills in."
        ),
    )
    parser.add_argument("what", choices=("new",))
    parser.add_argument("folder", help=_("it is made if needed; nothing in it is replaced"))
    parser.add_argument(
        "--lesson",
        default="chance",
        help=_("the lesson that it is made from: chance (default), samples, strategy or perfect"),
    )
    parser.add_argument("--seed", help=_("the class seed (default: the lesson's own)"))
    _add_language(parser)
    options = parser.parse_args(argv)
    from skyjo_widget.lessons.lesson.folder import new_lesson  # noqa: PLC0415  (as above)

    files = new_lesson(options.folder, options.lang, lesson=options.lesson, seed=options.seed)
    print(*files, sep="\n")
    return 0


def _hour(argv: Sequence[str]) -> int:
    """Make an hour's lesson ready, and keep the class's page up to date until an interrupt."""
    parser = _Parser(
        prog=f"skyjo-widget {HOUR}",
        description=_(
            "Make an hour's lesson ready: the pupils' folder, and for the teacher the expected "
            "answers, sheets of paper and seats; then keep the class's page up to date, for the "
            "wall. Called again it goes on, and replaces nothing that is there."
        ),
    )
    parser.add_argument(
        "lesson", choices=NAMES, help=_("the lesson: chance, samples, strategy or perfect")
    )
    parser.add_argument(
        "--class", dest="of", metavar="CLASS", required=True, help=_("such as '1re 3'")
    )
    parser.add_argument(
        "--names", metavar="FILE", help=_("the list of its names: a text, CSV or Excel file")
    )
    parser.add_argument(
        "--seed", help=_("the class seed (default: the class, the date and a secret word)")
    )
    parser.add_argument("--folder", help=_("the hour's folder (default: CLASS/LESSON)"))
    parser.add_argument("--until", help=_("when the hour ends, as 10:55: later files are late"))
    on_wall = parser.add_mutually_exclusive_group()
    for flag, about in (
        ("initials", _("on the wall, pupils have initials")),
        ("hidden", _("on the wall, there are numbers only, and no names")),
    ):
        on_wall.add_argument(
            f"--{flag}", dest="wall", action="store_const", const=flag, help=_translated(about)
        )
    parser.add_argument(
        "--no-wall", dest="follow", action="store_false", help=_("only make it ready")
    )
    _add_language(parser)
    options = parser.parse_args(argv)
    from skyjo_widget.lessons.lesson.hour import prepare_hour  # noqa: PLC0415  (it loads all games)
    from skyjo_widget.lessons.report.report import class_page  # noqa: PLC0415  (it loads pandas)
    from skyjo_widget.lessons.report.roll import end_of_hour  # noqa: PLC0415  (as above)

    end_of_hour(options.until)
    hour = prepare_hour(
        options.lesson,
        options.of,
        names=options.names,
        seed=options.seed,
        lang=options.lang,
        folder=options.folder,
        notebook=_notebook_of(options.lesson, options.lang),
    )
    print(*map(_translated, hour.lines), sep="\n")
    print(_translated(_("seed: {seed}", seed=hour.seed)))
    if options.follow:
        _follow(hour.page)
        report = class_page(
            [str(folder) for folder in hour.hand_in],
            hour.page,
            lang=options.lang,
            seed=hour.seed,
            names="first",
            wall=options.wall or "names",
            class_list=hour.class_list,
            until=options.until,
            live=True,
        )
        print(report)
    return 0


def _notebook_of(lesson: str, lang: str) -> Path | None:
    """Return the notebook of a lesson's hour; None if its folder has all that pupils need."""
    return None if lesson == "chance" else packaged(f"{lesson}{'.fr' * (lang == 'fr')}.ipynb")


def _follow(page: Path) -> None:
    """Print where the page of a folder is, which is followed."""
    follows = _(
        "Open {page}\nIt follows the folder. To stop, press Ctrl-C here.",
        page=page.absolute().as_uri(),
    )
    print(_translated(follows), flush=True)


def _answers(argv: Sequence[str]) -> int:
    """Print the expected answers of a lesson, or write their page."""
    parser = _for_teachers(
        ANSWERS, _("Show the expected answers of a lesson for the class's seed.")
    )
    parser.add_argument("--out", help=_("write a page that prints on A4, named .html, instead"))
    options = parser.parse_args(argv)
    from skyjo_widget.lessons.lesson.answers import answers  # noqa: PLC0415  (it loads all games)

    expected = answers(options.seed, options.lesson, lang=options.lang)
    print(expected.to_html(options.out) if options.out else expected)
    return 0


def _sheets(argv: Sequence[str]) -> int:
    """Write the sheets of paper of a lesson."""
    parser = _for_teachers(
        SHEETS, _("Write a page with the sheets of paper of a lesson; it prints on A4.")
    )
    parser.add_argument(
        "--out", default="sheets.html", help=_("the page, which is replaced (default: sheets.html)")
    )
    options = parser.parse_args(argv)
    from skyjo_widget.lessons.lesson.sheets import sheets  # noqa: PLC0415  (as above)

    print(sheets(options.lesson, options.out, seed=options.seed, lang=options.lang))
    return 0


def _doctor(argv: Sequence[str]) -> int:
    """Print a page about the installation; return 1 if something is wrong, else 0."""
    parser = _Parser(
        prog=f"skyjo-widget {DOCTOR}",
        description=_(
            "Print a page about this installation and this folder, to mail to whoever "
            "helps: versions, kernel, files, port, and what is wrong."
        ),
    )
    _add_language(parser)
    options = parser.parse_args(argv)
    from skyjo_widget.board.checkup import findings, page  # noqa: PLC0415  (it loads the engine)

    lines = findings()
    print(page(lines, options.lang))
    return int(any(line.wrong for line in lines))


def _add_language(parser: _Parser) -> None:
    parser.add_argument(
        "--lang", choices=("en", "fr"), default=present_language(), help=_("default: the system's")
    )


def _for_teachers(command: str, description: str) -> _Parser:
    """Return the parser of a command about a lesson and its seed."""
    parser = _Parser(prog=f"skyjo-widget {command}", description=description)
    parser.add_argument(
        "lesson",
        nargs="?",
        default="chance",
        help=_("chance (default), samples, strategy or perfect, or a lesson's file"),
    )
    parser.add_argument("--seed", help=_("the class seed (default: the lesson's own)"))
    parser.add_argument(
        "--lang", choices=("en", "fr"), help=_("default: the file's, or the system's")
    )
    return parser


def _compile_in_background() -> None:
    """Start compiling all games in a separate process, at low priority."""
    if os.environ.get("SKYJO_WIDGET_COMPILE") == "wait":
        return  # each process compiles on demand
    with contextlib.suppress(OSError):
        subprocess.Popen(
            [sys.executable, "-P", "-m", "skyjo_widget.cli", COMPILE],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            **apart(),
        )


def _port(text: str) -> int:
    if not (text.isdecimal() and 0 < int(text) < 2**16):
        message = _("{text!r} is no port: a number from 1 to 65535 is needed", text=text)
        raise argparse.ArgumentTypeError(_translated(message))
    return int(text)


def packaged(name: str) -> Path:
    """Find a notebook, or its folder of records, of this version of the package.

    Parameters
    ----------
    name : str
        The name, such as ``tutorial.fr.ipynb`` or ``records``.

    Returns
    -------
    Path
        Its path in the installed package, or in the checkout.

    Raises
    ------
    FileNotFoundError
        If the installation is incomplete.
    """
    package = Path(__file__).resolve().parent
    for path in (package / "notebooks" / name, package.parent / "notebooks" / name):
        if path.exists():
            return path
    raise FileNotFoundError(f"there is no {name} in {package}: install skyjo_widget again")


def _notebook_here(name: str) -> Path:
    path = Path(name)
    if not path.is_file():
        raise _RefusalError(_("there is no notebook {name}", name=name))
    return path.resolve()


def _copied(which: str, lang: str) -> Path:
    """Copy a notebook here, and what it reads or leads to; return its path."""
    ending = ".fr.ipynb" if lang == "fr" and which in _LESSONS else ".ipynb"
    target = Path.cwd() / f"{which}{ending}"
    if target.exists():
        there = _(
            "{path} is there already: it is opened as it is; rename it for a new copy.",
            path=target,
        )
        print(_translated(there))
        return target
    others = ["records"] if which == ANALYSIS else [f"{name}{ending}" for name in _LESSONS]
    try:
        shutil.copyfile(packaged(target.name), target)
        print(_translated(_("The notebook was copied to {path}.", path=target)))
        for other in others:
            beside = target.with_name(other)
            if not beside.exists():
                copy = shutil.copytree if packaged(other).is_dir() else shutil.copyfile
                copy(packaged(other), beside)
                print(_translated(_("{name} was copied beside it.", name=other)))
    except OSError as error:
        raise _RefusalError(
            _("{which} can't be copied here: {error}", which=which, error=reason(error))
        ) from error
    return target


def _require_lab() -> None:
    try:
        import jupyterlab  # noqa: F401, PLC0415  (an extra)
    except ImportError:
        raise _RefusalError(
            _("JupyterLab isn't installed here: pip install 'skyjo_widget[lab]'")
        ) from None


def _require_free(port: int) -> None:
    with socket.socket() as probe:
        if os.name == "posix":  # elsewhere it would find a port free that is taken
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((_HOST, port))
        except OSError as error:
            raise _RefusalError(
                _(
                    "port {port} can't be used ({error}): choose another port, or leave out --port",
                    port=port,
                    error=reason(error),
                )
            ) from None


@contextlib.contextmanager
def _lab_defaults(lang: str) -> Iterator[None]:
    """Let a JupyterLab that is started in the block ask nothing about news, and speak a language.

    These are defaults of that server alone: what a user has chosen in the settings holds.  The
    menus are in the language if its pack is installed (``jupyterlab-language-pack-fr-FR``).
    """
    defaults = {"@jupyterlab/apputils-extension:notification": {"fetchNews": "false"}}
    packs = importlib.metadata.entry_points(group="jupyterlab.languagepack")
    for pack in packs:
        if pack.name.startswith(f"{lang}_"):
            defaults["@jupyterlab/translation-extension:plugin"] = {"locale": pack.name}
    own = os.environ.get("JUPYTER_CONFIG_PATH", "")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "labconfig", "default_setting_overrides.json")
        file.parent.mkdir()
        file.write_text(json.dumps(defaults), "utf-8")
        os.environ["JUPYTER_CONFIG_PATH"] = f"{folder}{os.pathsep}{own}" if own else folder
        try:
            yield
        finally:
            os.environ["JUPYTER_CONFIG_PATH"] = own
            if not own:
                del os.environ["JUPYTER_CONFIG_PATH"]


def _serve(notebook: Path, *, port: int | None, browser: bool, root: bool) -> None:
    """Run JupyterLab on a notebook until it is stopped.

    Parameters
    ----------
    notebook : Path
        An absolute path; the server's root is the current folder if the notebook
        lies below it, else the notebook's own.
    port : int or None
        The required port; None for the first free one from 8888.
    browser : bool
        True to open it in the user's browser.
    root : bool
        True to allow root to serve it.
    """
    _require_lab()
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    if is_root and not root:
        raise _RefusalError(
            _(
                "you are root, and every cell would run as root. If you want that, "
                "as in a container: skyjo-widget --allow-root (make play ROOT=yes)"
            )
        )
    from jupyterlab.labapp import LabApp  # noqa: PLC0415  (an extra, and slow to load)

    for file in shadowing_files(str(notebook.parent)):
        print(f"skyjo-widget: {hiding_text(file)}", file=sys.stderr)
    here = Path.cwd().resolve()
    folder = here if notebook.is_relative_to(here) else notebook.parent
    place = "lab/tree/" + quote(notebook.relative_to(folder).as_posix())
    arguments = [
        f"--ServerApp.ip={_HOST}",
        f"--ServerApp.root_dir={folder}",
        f"--LabApp.default_url=/{place}",
        # Our own token, so that Jupyter doesn't print the address itself.
        f"--IdentityProvider.token={secrets.token_hex(24)}",
        "--ServerApp.answer_yes=True",  # Ctrl-C ends it
        "--ServerApp.log_level=WARN",
        "--LabApp.log_level=WARN",
        # No requests to the network.
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
        "--LabApp.news_url=None",
    ]
    if port is not None:
        _require_free(port)
        arguments += [f"--ServerApp.port={port}", "--ServerApp.port_retries=0"]
    if not browser:
        arguments.append("--no-browser")
    if is_root:
        arguments.append("--allow-root")
    server = LabApp.initialize_server(argv=arguments)
    address = f"{server.connection_url}{place}?token={server.identity_provider.token}"
    message = _("JupyterLab: {address}\nTo stop it, press Ctrl-C here.", address=address)
    # Printed by the loop, so that the server listens before the address is shown.
    server.io_loop.add_callback(print, _translated(message), flush=True)
    server.io_loop.add_callback(_compile_in_background)
    server.start()


if __name__ == "__main__":
    sys.exit(main())
