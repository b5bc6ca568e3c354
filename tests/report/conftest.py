"""A real browser, if there is one: headless Chromium, driven by selenium."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import graphdim as gd
from graphdim.report.files import write
from graphdim.selectors.reporting import report_facts, section_of


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium, with a record of its console and of every request."""
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    program, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if program is None or driver is None:
        pytest.skip("chromium and chromedriver are not installed: apt-get install chromium chromium-driver")
    options = webdriver.ChromeOptions()
    options.binary_location = program
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--hide-scrollbars"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    window = webdriver.Chrome(options=options, service=Service(driver))
    yield window
    window.quit()


@pytest.fixture
def write_page(tmp_path: Path) -> Callable[..., Path]:
    """The page of some selections, written for real."""

    def build(*results: gd.Selection, **more: Any) -> Path:
        return write([report_facts(each) | more for each in results], section_of(results[0]), tmp_path / "report.html")

    return build
