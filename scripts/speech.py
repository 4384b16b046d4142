"""What a screen reader says of a page, line by line, from the tree that the browser hands it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from playwright.sync_api import Page

Node = dict[str, Any]

LANDMARKS: Final = {
    "banner": "banner",
    "complementary": "aside",
    "contentinfo": "footer",
    "form": "form",
    "main": "main",
    "navigation": "navigation",
    "region": "region",
    "search": "search",
}
GROUPS: Final = {
    "alert": "alert",
    "figure": "figure",
    "group": "group",
    "radiogroup": "group",
    "status": "status",
    "dialog": "dialog",
    "article": "article",
}
CONTROLS: Final = {
    "button": "button",
    "DisclosureTriangle": "button",
    "checkbox": "check box",
    "combobox": "list to choose from",
    "image": "picture",
    "link": "link",
    "listbox": "list to choose from",
    "option": "choice",
    "progressbar": "progress",
    "radio": "choice",
    "searchbox": "search field",
    "spinbutton": "number field",
    "textbox": "field",
    "Date": "date field",
    "DateTime": "date field",
}
INLINE: Final = {"StaticText", "strong", "emphasis", "time", "code", "mark", "link", "image", "superscript", "Abbr"}
"""What is said in the run of a sentence."""
UNSAID: Final = {"generic", "none", "LineBreak", "LabelText", "Legend", "caption", "paragraph"}
"""Of these nothing is said; what is in them is."""
NAMING: Final = {"LabelText", "Legend", "caption"}
"""Their words are said as the name of what they belong to."""
BREAK: Final[Node] = {}
SPACE: Final[Node] = {"role": {"value": "StaticText"}, "name": {"value": " "}}
LINE: Final = 100
STATES: Final = {
    ("checked", "true"): "checked",
    ("checked", "false"): "not checked",
    ("pressed", "true"): "pressed",
    ("expanded", True): "open",
    ("expanded", False): "closed",
    ("required", True): "required",
    ("invalid", "true"): "wrong",
    ("disabled", True): "unavailable",
    ("readonly", True): "read only",
}


def speech(page: Page, root: str = "main") -> list[str]:
    """What is said from the start of a part of the page to its end, indented by what it stands in."""
    session = page.context.new_cdp_session(page)
    nodes: list[Node] = session.send("Accessibility.getFullAXTree")["nodes"]
    shown = session.send("DOMSnapshot.captureSnapshot", {"computedStyles": ["display"]})
    part = session.send("DOM.getDocument", {"depth": 0})["root"]["nodeId"]
    part = session.send("DOM.querySelector", {"nodeId": part, "selector": root})["nodeId"]
    key = session.send("DOM.describeNode", {"nodeId": part})["node"]["backendNodeId"]
    session.detach()
    tree = _Tree({node["nodeId"]: node for node in nodes}, _inline_boxes(shown))
    (start,) = (node for node in nodes if node.get("backendDOMNodeId") == key)
    return [re.sub(r" (?=[,.:])", "", line) for line in tree.said(start, 0)]


def _inline_boxes(shown: dict[str, Any]) -> set[int]:
    """The elements that stand in a line of text, by their keys in the browser."""
    document, words = shown["documents"][0], shown["strings"]
    keys, layout = document["nodes"]["backendNodeId"], document["layout"]
    found = zip(layout["nodeIndex"], layout["styles"], strict=True)
    return {keys[place] for place, style in found if not style or words[style[0]].startswith("inline")}


class _Tree:
    """The nodes of a page by their keys; `inline` has those that do not begin a line of their own."""

    def __init__(self, nodes: dict[str, Node], inline: set[int]) -> None:
        self._nodes, self._boxes = nodes, inline

    def said(self, node: Node, depth: int) -> Iterator[str]:
        """What is said of a node and of what is in it."""
        role, name = _value(node, "role"), _value(node, "name")
        indent = "  " * depth
        if role in CONTROLS:
            yield indent + _control(node)
        elif role == "heading":
            yield f"{indent}heading {_property(node, 'level')}: {name}"
        elif role in {"listitem", "row"}:
            yield from self._item(node, depth)
        elif told := self._container(node, role, name):
            inside = list(self._inside(node, depth + 1))
            if inside or role in LANDMARKS:
                yield from [indent + told, *inside]
        else:
            yield from self._inside(node, depth)

    def _item(self, node: Node, depth: int) -> Iterator[str]:
        """An item of a list or a row of a table: on a line of its own if that is short enough to be one."""
        inside, indent = list(self._inside(node, depth + 1)), "  " * depth
        line = ", ".join(told.strip() for told in inside)
        if len(line) <= LINE and all(
            told.startswith(f"{indent}  ") and told[len(indent) + 2] != " " for told in inside
        ):
            yield f"{indent}- {line}"
        else:
            yield from [f"{indent}-", *inside]

    def _container(self, node: Node, role: str, name: str) -> str:
        """How something that holds others is announced; empty where nothing is said of it."""
        if role in LANDMARKS and (name or role not in {"form", "region"}):
            return f"{LANDMARKS[role]}{f': {name}' if name else ''}"
        if role in GROUPS and (name or role in {"alert", "status"}):
            return f"{GROUPS[role]}{f': {name}' if name else ''}"
        if role == "list":
            items = [child for child in self._children(node) if _value(child, "role") == "listitem"]
            return f"list of {len(items)}{f': {name}' if name else ''}"
        if role == "table":
            return f"table{f': {name}' if name else ''}"
        return ""

    def _inside(self, node: Node, depth: int) -> Iterator[str]:
        """What is said of all that is in a node: what runs on in a line of text as one."""
        run = term = ""
        for child in self._children(node):
            if child is not BREAK and _value(child, "role") in INLINE:
                run += self._inline(child)
                continue
            if told := " ".join(run.split()):
                yield "  " * depth + told
            run = ""
            if child is BREAK:
                continue
            if _value(child, "role") == "term":
                term = " ".join(told.strip() for told in self._inside(child, 0))
            elif _value(child, "role") == "definition":
                yield f"{'  ' * depth}{term}: {' '.join(told.strip() for told in self._inside(child, 0))}"
            else:
                yield from self.said(child, depth)
        if told := " ".join(run.split()):
            yield "  " * depth + told

    def _inline(self, node: Node) -> str:
        role = _value(node, "role")
        if role == "StaticText":
            return _value(node, "name")
        told = f"[{_control(node)}]" if role in CONTROLS else "".join(map(self._inline, self._children(node)))
        return told if node.get("backendDOMNodeId") in self._boxes else f" {told} "

    def _children(self, node: Node, *, label: bool = False) -> Iterator[Node]:
        """The nodes in a node, as if those of which nothing is said were not there; a break where a box begins or ends.

        The words of a label or a legend are said with what they name.
        """
        label = label or _value(node, "role") in NAMING
        for child in (self._nodes[key] for key in node.get("childIds", ()) if key in self._nodes):
            role = _value(child, "role")
            if not child.get("ignored") and role not in UNSAID:
                if not (label and role == "StaticText"):
                    yield child
                continue
            if child.get("ignored") and not child.get("childIds"):
                yield SPACE  # Between two words, where the line happens to end.
                continue
            apart = child.get("backendDOMNodeId") not in self._boxes
            yield from (BREAK,) * apart
            yield from self._children(child, label=label)
            yield from (BREAK,) * apart


def _control(node: Node) -> str:
    """A control: what it is and what it is called, how it stands, what it holds, and its help."""
    role, name, held, more = (_value(node, key) for key in ("role", "name", "value", "description"))
    states = [word for (key, value), word in STATES.items() if _property(node, key) == value]
    if role == "combobox":
        states = [word for word in states if word != "closed"]
    if held and role not in {"link", "button", "image"}:
        states.append(f"holds “{_short(held)}”")
    return ", ".join([f"{CONTROLS[role]}: {name or 'WITHOUT A NAME'}", *states]) + (f" ({more})" if more else "")


def _short(text: str) -> str:
    """A text of several lines by its first."""
    first, *more = text.split("\n")
    return f"{first} …" if more else first


def _value(node: Node, name: str) -> str:
    return str(node.get(name, {}).get("value", "")).replace("\xa0", " ")


def _property(node: Node, name: str) -> Any:
    return next((p["value"].get("value") for p in node.get("properties", ()) if p["name"] == name), None)
