"""Who may open which page, one line per page. Routes are built from these lines, so every page has one."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from chapter47.service.terms import ROLES, Role

EVERYBODY: Final = frozenset(ROLES)
CREW: Final[frozenset[Role]] = frozenset({"dealer", "supervisor"})
FLOOR: Final[frozenset[Role]] = frozenset({"dealer", "supervisor", "auditor"})
BOOKS: Final[frozenset[Role]] = frozenset({"supervisor", "auditor"})


class StaffPage(NamedTuple):
    """A page made of one template and one script, which gets all data from the API."""

    path: str
    template: str
    roles: frozenset[Role]
    title: str
    menu: str = ""
    """Its name in the menu of its roles; empty for a page that is reached from another one."""


STAFF_PAGES: Final = (
    StaffPage("/floor", "floor.html", FLOOR, "The floor", "Floor"),
    StaffPage("/floor/open", "floor_open.html", frozenset({"supervisor"}), "Open a table", "Open a table"),
    StaffPage("/floor/tables/{table}", "floor_table.html", CREW, "Table"),
    StaffPage("/floor/tables/{table}/irregularity", "irregularity.html", CREW, "Call an irregularity"),
    StaffPage("/floor/tables/{table}/rules", "rules.html", frozenset({"supervisor"}), "Change the rules"),
    StaffPage("/floor/tables/{table}/count", "count.html", BOOKS, "Count sheet"),
    StaffPage("/floor/slips", "slips.html", BOOKS, "Slips", "Slips"),
    StaffPage("/floor/slips/{number:int}", "slip.html", BOOKS, "Slip"),
    StaffPage("/floor/corrections", "corrections.html", frozenset({"supervisor"}), "Corrections", "Corrections"),
    StaffPage("/floor/rounds", "staff_rounds.html", BOOKS, "Rounds", "Rounds"),
    StaffPage("/floor/ledger", "ledger.html", BOOKS, "Ledger", "Ledger"),
    StaffPage("/floor/journal", "journal.html", frozenset({"auditor"}), "Journal", "Journal"),
    StaffPage("/floor/audit", "audit.html", frozenset({"auditor"}), "Audit", "Audit"),
    StaffPage("/floor/people", "people.html", frozenset({"administrator"}), "People", "People"),
    StaffPage("/floor/refusals", "refusals.html", frozenset({"auditor", "administrator"}), "Refusals", "Refusals"),
    StaffPage("/floor/house", "house.html", frozenset({"administrator", "auditor"}), "The house", "House"),
    StaffPage("/purse", "purse.html", frozenset({"player"}), "My chips", "My chips"),
    StaffPage("/sessions", "sessions.html", EVERYBODY, "Signed in", ""),
    StaffPage("/second-factor", "second_factor.html", EVERYBODY - {"player"}, "Second factor", ""),
)


def menu_of(role: str) -> list[tuple[str, str]]:
    """The pages in the menu of a role: address and name."""
    return [(page.path, page.menu) for page in STAFF_PAGES if page.menu and role in page.roles]


def roles_by_page() -> Mapping[str, frozenset[Role]]:
    return {page.path: page.roles for page in STAFF_PAGES}
