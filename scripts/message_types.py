"""Write the messages between Python and its pages as TypeScript: ``js/lib/messages.d.ts``."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "skyjo_widget" / "front" / "protocol"
TARGET = ROOT / "skyjo_widget" / "js" / "lib" / "messages.d.ts"
HEAD = """\
/**
 * The messages between Python and its pages. Made from front/protocol/ by
 * `python -m scripts.message_types`.
 */
declare namespace Sjw {
"""
PLAIN = {
    "str": "string",
    "int": "number",
    "float": "number",
    "bool": "boolean",
    "None": "null",
    "Any": "any",
}


def typescript() -> str:
    """Return the file, from the modules' syntax trees."""
    parts: list[str] = []
    for path in sorted(SOURCE.glob("*.py")):
        body = ast.parse(path.read_text("utf-8")).body
        for node, after in zip(body, [*body[1:], None], strict=True):
            if isinstance(node, ast.ClassDef):
                parts.append(_interface(node))
            elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                name = node.targets[0].id
                if not name.startswith("_"):
                    parts.append(
                        f"{_comment(_text(after), 2)}  type {name} = {_type(node.value)};\n"
                    )
    return HEAD + "\n".join(parts) + "}\n"


def _interface(node: ast.ClassDef) -> str:
    partial = any(word.arg == "total" for word in node.keywords)
    bases = [base.id for base in node.bases if isinstance(base, ast.Name)]
    bases = [base for base in bases if base != "TypedDict"]
    extends = f" extends {', '.join(bases)}" if bases else ""
    lines = "".join(_fields(node, partial=partial))
    about = _comment(ast.get_docstring(node) or "", 2)
    return f"{about}  interface {node.name}{extends} {{\n{lines}  }}\n"


def _fields(node: ast.ClassDef, *, partial: bool) -> Iterator[str]:
    for field, after in zip(node.body, [*node.body[1:], None], strict=True):
        if not isinstance(field, ast.AnnAssign) or not isinstance(field.target, ast.Name):
            continue
        kind, optional = field.annotation, partial
        if isinstance(kind, ast.Subscript) and _name(kind.value) == "NotRequired":
            kind, optional = kind.slice, True
        mark = "?" if optional else ""
        yield f"{_comment(_text(after), 4)}    {field.target.id}{mark}: {_type(kind)};\n"


def _type(node: ast.expr) -> str:
    """Return a type in TypeScript."""
    if isinstance(node, ast.BinOp):
        return f"{_type(node.left)} | {_type(node.right)}"
    if isinstance(node, ast.Constant):
        return PLAIN.get(repr(node.value), "") or repr(node.value).replace("'", '"')
    if isinstance(node, ast.UnaryOp):
        return ast.unparse(node)
    if not isinstance(node, ast.Subscript):
        return PLAIN.get(_name(node), _name(node))
    parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    inner = [_type(part) for part in parts]
    match _name(node.value):
        case "list":
            return f"({inner[0]})[]" if " | " in inner[0] else f"{inner[0]}[]"
        case "dict":
            return f"Record<{inner[0]}, {inner[1]}>"
        case "tuple":
            return f"[{', '.join(inner)}]"
        case "Literal":
            return " | ".join(inner)
    raise ValueError(f"no such type is described: {ast.unparse(node)}")


def _name(node: ast.expr) -> str:
    if not isinstance(node, ast.Name):
        raise ValueError(f"no such type is described: {ast.unparse(node)}")
    return node.id


def _text(node: ast.stmt | None) -> str:
    """Return the text below a field, which says what it is."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return str(node.value.value)
    return ""


def _comment(text: str, indent: int) -> str:
    words = " ".join(text.split())
    return f"{' ' * indent}/** {words} */\n" if words else ""


if __name__ == "__main__":
    TARGET.write_text(typescript(), "utf-8")
