"""A finger that does a job on a page and counts: its taps, those of them into a field, and the fields it fills."""

from __future__ import annotations

from typing import Final

from playwright.sync_api import Locator, Page

HAS_FOCUS: Final = """async (field) => {
  // A page gives the focus to a field as it is drawn.
  for (let turn = 0; turn < 2; turn++) await new Promise(requestAnimationFrame);
  return field === document.activeElement;
}"""


class Finger:
    """What a finger does on a page. A field that has the focus already needs no tap; typing is counted apart."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._touches = page.evaluate("navigator.maxTouchPoints") > 0
        self.taps = self.into = self.fields = self.letters = 0

    @property
    def besides(self) -> int:
        """The taps on what is no field."""
        return self.taps - self.into

    def tap(self, what: str | Locator) -> None:
        """Tap the first that is seen of what a selector finds, or of buttons and links with these words."""
        found = self.page.locator(what) if isinstance(what, str) else what
        found = found.locator("visible=true").first
        if self._touches:
            found.tap()
        else:
            found.click()
        self.taps += 1

    def press(self, words: str) -> None:
        """Tap a button or a link by the words that begin it."""
        page = self.page
        self.tap(page.get_by_role("button", name=words).or_(page.get_by_role("link", name=words)))

    def fill(self, label: str, value: str) -> None:
        """Type into a field, by its label."""
        field = self.page.get_by_label(label, exact=True)
        if not field.evaluate(HAS_FOCUS):
            self.tap(field)
            self.into += 1
        field.fill(value)
        self.fields += 1

    def choose(self, label: str, value: str) -> None:
        """Choose from a list, by its label: a field like those that are typed."""
        self.page.get_by_label(label, exact=True).select_option(label=value)
        self.taps += 1
        self.into += 1
        self.fields += 1

    def type(self, letters: str) -> None:
        """Type where the focus is, each letter a tap."""
        self.page.keyboard.type(letters)
        self.taps += len(letters)
        self.letters += len(letters)

    def paste(self) -> None:
        """Paste where the focus is, as a phone's keyboard offers it."""
        self.page.keyboard.press("Control+V")
        self.taps += 1
