"""Old names that still work for one version, with a warning that gives the new one."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

from skyjo_widget.errors.message import _
from skyjo_widget.util.i18n import present_language
from skyjo_widget.util.messages import rendered

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


def warn_of(old: str, new: str, *, depth: int = 1) -> None:
    """Warn that a name is old.

    Parameters
    ----------
    old, new : str
        The two names, as code.
    depth : int
        How many callers stand between the user's code and the caller of this function.
    """
    text = _("{old} is now {new}; the old name goes in the next version", old=old, new=new)
    warnings.warn(rendered(text, present_language()), DeprecationWarning, stacklevel=2 + depth)


def renamed_arguments(
    **new_names: str,
) -> Callable[[Callable[Parameters, Result]], Callable[Parameters, Result]]:
    """Decorate a function so that it takes keyword arguments under their old names too.

    Parameters
    ----------
    **new_names
        The new name of each old one.
    """

    def decorate(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
        @functools.wraps(function)
        def call(*args: Parameters.args, **kwargs: Parameters.kwargs) -> Result:
            given: dict[str, Any] = kwargs
            for old in new_names.keys() & given.keys():
                new = new_names[old]
                if new in given:
                    raise TypeError(
                        f"{function.__name__}() got both {new}= and its old name {old}="
                    )
                warn_of(f"{function.__name__}(…, {old}=)", f"{new}=")
                given[new] = given.pop(old)
            return function(*args, **kwargs)

        return call

    return decorate
