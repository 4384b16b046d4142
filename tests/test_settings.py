"""Settings come from the environment; what a variable cannot hold is refused in one sentence that names it."""

from __future__ import annotations

from pathlib import Path

import pytest

from deckcheck.settings import BadSetting, Keeping, Settings
from tests.cli.commands import run

BAD = {
    "DECKCHECK_PROXIES": ["two", "-1", "1.5", "21", "٣", "9" * 40],
    "DECKCHECK_AGE_WARNING_DAYS": ["two months", "-1", "36501"],
    "DECKCHECK_HSTS": ["a year", "-1", "63072001"],
    "DECKCHECK_JUDGING": ["0", "9", "100001", "much"],
    "DECKCHECK_CONNECTIONS": ["0", "1", "101", "many"],
    "DECKCHECK_KEEP_NAME": ["a year", "-3", "36501"],
    "DECKCHECK_KEEP_OUTBOX": ["7d"],
    "DECKCHECK_SMTP": ["mail.example.org:smtp", "mail.example.org:0", "user@mail.example.org", "[::1", "a/b", ":25"],
    "DECKCHECK_SMTP_TLS": ["yes", "ssl"],
    "DECKCHECK_ADDRESS": [
        "lists.example.org",
        "ftp://lists.example.org",
        "https://",
        "https://a.org/?b",
        "https://[::1",
    ],
    "DECKCHECK_DATABASE_URL": ["mysql://somebody:secret-word@host/db", "deckcheck.db"],
    "DECKCHECK_LOCAL_WEBHOOKS": ["maybe"],
    "DECKCHECK_UPDATE": ["hourly", "yes"],
}


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in BAD.items() for value in values])
def test_what_a_variable_cannot_hold_is_refused_by_its_name(name: str, value: str) -> None:
    with pytest.raises(BadSetting) as refused:
        Settings.from_env({name: value})
    assert str(refused.value).startswith(name)
    assert str(refused.value).endswith(".")


def test_a_password_in_an_address_is_not_repeated() -> None:
    with pytest.raises(BadSetting) as refused:
        Settings.from_env({"DECKCHECK_DATABASE_URL": BAD["DECKCHECK_DATABASE_URL"][0]})
    assert "secret-word" not in str(refused.value)


def test_every_period_is_a_setting_of_its_own() -> None:
    names = list(Keeping.__dataclass_fields__)
    found = Settings.from_env({f"DECKCHECK_KEEP_{name.upper()}": str(n) for n, name in enumerate(names, 1)}).keeping
    assert [getattr(found, name) for name in names] == list(range(1, len(names) + 1))


@pytest.mark.parametrize(
    ("value", "host", "port"),
    [
        ("mail.example.org", "mail.example.org", 587),
        ("mail.example.org:465", "mail.example.org", 465),
        ("[2001:db8::1]:25", "2001:db8::1", 25),
        ("", "", 587),
    ],
)
def test_a_mail_server_may_name_its_port(value: str, host: str, port: int) -> None:
    found = Settings.from_env({"DECKCHECK_SMTP": value}).mail
    assert (found.host, found.port) == (host, port)


def test_secrets_are_not_shown_with_the_settings() -> None:
    found = Settings.from_env(
        {
            "DECKCHECK_SECRET_KEY": "seeded-key",
            "DECKCHECK_OLDER_SECRET_KEYS": "seeded-older",
            "DECKCHECK_SMTP_PASSWORD": "seeded-password",
        }
    )
    assert found.mail.password == "seeded-password"
    assert "seeded" not in repr(found)


def test_what_is_not_set_has_its_usual_value(tmp_path: Path) -> None:
    found = Settings.from_env({"DECKCHECK_HOME": str(tmp_path)})
    assert found.database_url == f"sqlite:///{tmp_path / 'deckcheck.db'}"
    assert (found.proxies, found.local_webhooks, found.keeping) == (0, False, Keeping())


@pytest.mark.parametrize("command", [("formats",), ("serve", "--port", "0")])
def test_every_command_says_in_one_line_what_is_set_wrong(
    command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DECKCHECK_KEEP_MAIL", "soon")
    said = run(*command)
    assert said.is_refusal()
    assert "DECKCHECK_KEEP_MAIL" in said.err
