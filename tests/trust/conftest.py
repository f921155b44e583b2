"""The browser and the server of PostgreSQL, for what is hashed in them."""

from tests.pages.browser import browser_and_its_thread, chromium  # noqa: F401 - fixtures
from tests.store.conftest import new_database, postgresql, template  # noqa: F401 - fixtures
