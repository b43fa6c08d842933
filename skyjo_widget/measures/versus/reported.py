"""Objects that are shown as reports: in a cell, in a terminal, as a page and as Markdown."""

from __future__ import annotations

from pathlib import Path

from skyjo_widget.measures.versus import blocks
from skyjo_widget.util import markup
from skyjo_widget.util.cell_view import CellTexts, CellView
from skyjo_widget.util.files import write_new
from skyjo_widget.util.page_sheet import chart_rules


class Reported(CellView):
    """A base class of answers that can be sent: the same pieces in each form."""

    __slots__ = ()

    def to_html(
        self, path: str | Path, *, lang: str | None = None, overwrite: bool = False
    ) -> Path:
        """Write the report as one HTML file that opens anywhere, without a network or a script.

        Parameters
        ----------
        path : path
        lang : str, optional
            Its language; by default that of the call.
        overwrite : bool
            Whether a file that exists is replaced.

        Raises
        ------
        SkyjoWidgetError
            If the file exists, or can't be written.
        """
        lang = lang or self.lang
        text = blocks.page(self._title(lang), self._blocks(lang), lang)
        return write_new(path, text, overwrite=overwrite)

    def to_markdown(
        self, path: str | Path | None = None, *, lang: str | None = None, overwrite: bool = False
    ) -> str:
        """Return the report as Markdown; also write it to a file if a path is given.

        Parameters
        ----------
        path : path, optional
        lang, overwrite
            As in `to_html`.

        Raises
        ------
        SkyjoWidgetError
            If the file exists, or can't be written.
        """
        lang = lang or self.lang
        text = blocks.as_markdown(self._title(lang), self._blocks(lang))
        if path is not None:
            write_new(path, text, overwrite=overwrite)
        return text

    def __repr__(self) -> str:
        return markup.clipped_lines(
            [self._title(self.lang), *blocks.as_text(self._blocks(self.lang))]
        )

    def _face(self, say: CellTexts) -> markup.Html:
        inside = blocks.as_html(self._blocks(say.lang))
        title, style = self._title(say.lang), chart_rules() + blocks.BLOCKS
        return markup.Html(markup.face(title, inside, lang=say.lang, style=style))

    def _title(self, lang: str) -> str:
        """Return the title of the report."""
        raise NotImplementedError

    def _blocks(self, lang: str) -> list[blocks.Block]:
        """Return its pieces, the answer first."""
        raise NotImplementedError
