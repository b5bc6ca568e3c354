"""The page of a measured answer in a real browser: the number, its curve, the verdict, and MinGE below it."""

import json

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

import graphdim as gd
from browsing import PHONE, SET, WIDE, asked_for, visit


@pytest.fixture(scope="module")
def result():
    return gd.compare("dataset:karate", at=[16, 2], methods=["cv", "profile", "su", "minge"])


@pytest.fixture
def page(result, tmp_path):
    return result.write_html(tmp_path / "report.html")


def texts(browser, place):
    return [each.text for each in browser.find_elements(By.CSS_SELECTOR, place)]


@pytest.mark.parametrize(("size", "scheme"), [(WIDE, "light"), (PHONE, "dark")], ids=["wide", "phone"])
def test_the_measured_number_leads_and_nothing_sticks_out(browser, page, result, size, scheme):
    visit(browser, page, scheme=scheme, size=size)
    assert browser.find_element(By.TAG_NAME, "h1").is_displayed()
    assert texts(browser, "output.dimension") == [f"{result:d}", "44"]
    assert [text.partition(":")[0] for text in texts(browser, ".verdict")] == ["16", "2"]
    assert len(browser.find_elements(By.CSS_SELECTOR, ".verdict.good")) == 1
    assert browser.execute_script("return document.documentElement.scrollWidth") <= size[0]
    tables = browser.find_elements(By.CSS_SELECTOR, ".measured .scroll")
    assert len(tables) == 2
    assert all(each.get_property("scrollWidth") == each.get_property("clientWidth") for each in tables)
    assert len(browser.find_elements(By.CSS_SELECTOR, ".chart svg")) == 4
    assert asked_for(browser) <= {page.as_uri(), "data:,"}
    assert browser.get_log("browser") == []


def test_the_slider_moves_minge_and_not_what_was_measured(browser, page, result):
    visit(browser, page)
    costs = texts(browser, "tr.selected")
    browser.execute_script(SET, 2)
    expected = gd.ideal_dimension("dataset:karate", structure_weight=2)
    assert texts(browser, "output.dimension") == [f"{result:d}", f"{expected:d}"]
    assert costs == texts(browser, "tr.selected")
    assert browser.get_log("browser") == []


def test_it_is_named_and_takes_the_keyboard(browser, page):
    visit(browser, page)
    names = []
    for _ in range(3):
        browser.switch_to.active_element.send_keys(Keys.TAB)
        names.append(browser.switch_to.active_element.accessible_name)
    assert sorted(names) == ["Costs by width", "Weight of the structure, λ", "What every method chose"]
    charts = browser.find_elements(By.CSS_SELECTOR, ".chart[role=graphics-document]")
    assert all(each.get_attribute("aria-label") for each in charts)
    [below] = [each for each in browser.find_elements(By.CSS_SELECTOR, "section.part") if each.accessible_name]
    assert below.accessible_name.startswith("MinGE")


def test_every_mark_says_what_its_method_looks_at(browser, page, result):
    visit(browser, page)
    marks = browser.find_elements(By.CSS_SELECTOR, '[data-chart=measured] [aria-label*="chosen by"]')
    said = json.dumps([each.get_attribute("aria-label") for each in marks], ensure_ascii=False)
    for choice in result.selections:
        assert (f"{choice['method']}" in said) == (choice["deficit"] is not None)
        assert (f"{choice['looks_at']}" in said) == (choice["deficit"] is not None)


def test_a_page_without_an_answer_says_so_and_still_shows_the_curve(browser, tmp_path):
    path = [(node, node + 1) for node in range(40)]
    visit(browser, gd.compare(path, methods=["cv", "minge"], at=8).write_html(tmp_path / "report.html"))
    assert texts(browser, "output.dimension") == ["No", "46"]
    assert texts(browser, "p.number span") == ["answer", "dimensions"]
    [said] = texts(browser, "p.range")
    assert said.startswith("No dimension is better than guessing: the best is ")
    assert texts(browser, ".verdict.good") == []
    assert {"–"} == set(texts(browser, '[aria-label="What every method chose"] td:last-child'))
    assert len(browser.find_elements(By.CSS_SELECTOR, "[data-chart=measured] svg")) == 1
    assert browser.get_log("browser") == []
