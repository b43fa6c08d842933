"""Sentences for attributes that an object doesn't have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from skyjo_widget.errors import MissingNameError
from skyjo_widget.errors.message import _
from skyjo_widget.util.i18n import spoken_language
from skyjo_widget.util.messages import in_language, language_of
from skyjo_widget.util.shadowed import raise_explained
from skyjo_widget.util.spelling import suggestion


class NamesChecked:
    """A base class that suggests another name for an attribute that its objects don't have."""

    __slots__ = ()
    _called: ClassVar[str] = ""
    """Name of an object in the sentence; by default its class's."""

    if not TYPE_CHECKING:  # else any name would pass

        def __getattr__(self, name: str) -> Any:
            if name.startswith("_"):
                raise AttributeError(name=name, obj=self)
            if hasattr(type(self), name):
                try:
                    return object.__getattribute__(self, name)  # raises what it has raised
                except AttributeError as error:
                    raise_explained(error)
                    raise
            raise self._missing(name)

    def _missing(self, name: str) -> MissingNameError:
        """Return the error about an attribute that isn't there, with the name that is meant."""
        names = [key for key in dir(type(self)) if not key.startswith("_")]
        what = self._called or type(self).__name__
        where = self._elsewhere(name)
        hint = _(": {where} is meant", where=where) if where else suggestion(name, names)
        message = _("{what} has no attribute {name!r}{hint}", what=what, name=name, hint=hint)
        lang = spoken_language() or language_of(self) or "en"
        return MissingNameError(in_language(message, lang), name=name, obj=self)

    def _elsewhere(self, name: str) -> str:
        """Return where else a name is to be found, as ``log.decisions``; empty if nowhere."""
        return ""
