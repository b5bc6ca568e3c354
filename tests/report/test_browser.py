"""The page in a real browser: what it shows, that it moves exactly, and that it asks nobody for anything."""

import re
from itertools import pairwise

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

import graphdim as gd
from browsing import PHONE, SET, WIDE, asked_for, visit

CURVE = "return document.querySelector('[data-chart=curve] svg').textContent"
NASTY = "</script><script>window.planted = 1</script><img src=x onerror='window.planted = 2'>"


def shown(browser, place="dimension"):
    return browser.find_element(By.ID, place).text


@pytest.fixture
def karate():
    return gd.ideal_dimension("dataset:karate")


@pytest.mark.usefixtures("real_data")
def test_cora_at_each_step_of_the_slider(browser, write_page):
    graph = gd.read("dataset:cora")
    visit(browser, write_page(gd.ideal_dimension(graph)))
    assert shown(browser) == "98"
    slider = browser.find_element(By.ID, "lambda")
    slider.send_keys(Keys.HOME)
    found = {}
    for _ in range(101):
        found[slider.get_attribute("value")] = shown(browser)
        slider.send_keys(Keys.ARROW_RIGHT)
    assert len(found) == 101
    expected = {text: str(gd.ideal_dimension(graph, structure_weight=float(text)).dimension) for text in found}
    assert expected == found
    assert [found[text] for text in ("0.1", "0.5", "1", "2")] == ["69", "82", "98", "131"]


@pytest.mark.parametrize(("variant", "multiple_of"), [("published", 8), ("equations", 1)])
def test_variants_and_rounding_are_exact_too(browser, write_page, variant, multiple_of):
    graph = gd.read("dataset:karate")
    asked = {"source": graph, "variant": variant}
    visit(browser, write_page(gd.ideal_dimension(**asked).in_multiples(multiple_of)))
    for step in range(101):
        browser.execute_script(SET, step / 20)
        expected = gd.ideal_dimension(**asked, structure_weight=step / 20).in_multiples(multiple_of)
        crossing = browser.find_element(By.CSS_SELECTOR, "[data-step=crossing]").text
        assert (str(expected.dimension), f"{expected.estimate:.2f}") == (shown(browser), crossing)


def test_the_charts_move_with_the_slider(browser, write_page, karate):
    visit(browser, write_page(karate))
    seen = []
    for weight in (0, 1, 5):
        browser.execute_script(SET, weight)
        expected = str(gd.ideal_dimension("dataset:karate", structure_weight=weight).dimension)
        WebDriverWait(browser, 20).until(lambda it, text=expected: text in it.execute_script(CURVE))
        seen.append(browser.find_element(By.CSS_SELECTOR, "[data-chart=curve] svg").get_attribute("innerHTML"))
    assert all(one != other for one, other in pairwise(seen))
    assert browser.find_element(By.ID, "lambda").get_attribute("aria-valuetext") == f"5, dimension {expected}"
    assert shown(browser, "weight") == "5"


def test_costs_stay_in_order_of_width(browser, write_page, karate):
    visit(browser, write_page(karate))
    for weight in (1, 0, 5, 1):
        browser.execute_script(SET, weight)
        widths = [int(each.text) for each in browser.find_elements(By.CSS_SELECTOR, "tbody th")]
        assert widths == sorted(widths)
        assert int(shown(browser)) in widths


def test_it_opens_with_what_was_asked_even_between_the_steps(browser, write_page):
    result = gd.ideal_dimension("dataset:karate", structure_weight=0.33)
    visit(browser, write_page(result))
    assert (str(result.dimension), "0.33") == (shown(browser), shown(browser, "weight"))
    assert str(result.dimension) in browser.execute_script(CURVE)


def test_it_asks_nobody_and_says_nothing(browser, write_page, karate):
    page = write_page(karate)
    visit(browser, page)
    browser.execute_script(SET, 2)
    assert asked_for(browser) <= {page.as_uri(), "data:,"}
    assert browser.get_log("browser") == []


def test_several_sources_stand_side_by_side_and_move_together(browser, write_page, karate):
    visit(browser, write_page(karate, gd.ideal_dimension([(0, 1), (1, 2)])))
    boxes = [each.rect for each in browser.find_elements(By.TAG_NAME, "article")]
    assert boxes[0]["y"] == boxes[1]["y"]
    assert boxes[0]["x"] + boxes[0]["width"] < boxes[1]["x"]
    browser.execute_script(SET, 2.5)
    expected = [gd.ideal_dimension(each, structure_weight=2.5) for each in ("dataset:karate", [(0, 1), (1, 2)])]
    assert [str(each.dimension) for each in expected] == [shown(browser, "dimension"), shown(browser, "dimension1")]
    ids = browser.execute_script("return [...document.querySelectorAll('[id]')].map(each => each.id)")
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_nothing_sticks_out(browser, write_page, karate, scheme, size):
    visit(browser, write_page(karate, sweeps=[SWEEP]), scheme=scheme, size=size)
    assert browser.execute_script("return document.documentElement.scrollWidth") <= size[0]
    for chart in browser.find_elements(By.CSS_SELECTOR, ".chart svg"):
        inside = chart.find_element(By.XPATH, "..").rect
        assert chart.rect["width"] > 200
        assert inside["x"] <= chart.rect["x"]
        assert chart.rect["x"] + chart.rect["width"] <= inside["x"] + inside["width"] + 1
    assert len(browser.find_elements(By.CSS_SELECTOR, ".chart svg")) == 4
    assert browser.find_element(By.TAG_NAME, "h1").is_displayed()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_can_be_read(browser, write_page, karate, scheme):
    """A contrast of at least 4.5, as WCAG AA asks for, of words and of what the charts are drawn with."""
    visit(browser, write_page(karate), scheme=scheme)
    surface = browser.execute_script("return getComputedStyle(document.querySelector('.card')).backgroundColor")
    assert (luminance(surface) < 0.5) == (scheme == "dark")
    words = ("h2", "dt", "dd", ".dimension", ".note", "tr.selected td", "thead th", "#weight", "footer p", ".small")
    for place in (*words, "[data-chart=curve] svg text"):
        colour = "fill" if "svg" in place else "color"
        script = f"return getComputedStyle(document.querySelector('{place}')).{colour}"
        assert contrast(browser.execute_script(script), surface) >= 4.5, place
    for name in ("accent", "features", "structure", "other"):
        script = f"const it = document.createElement('p'); it.style.color = 'var(--{name})'; document.body.append(it);"
        assert contrast(browser.execute_script(f"{script} return getComputedStyle(it).color"), surface) >= 4.5, name


def test_it_is_labelled_and_takes_the_keyboard(browser, write_page, karate):
    visit(browser, write_page(karate))
    slider = browser.find_element(By.ID, "lambda")
    assert [slider.get_attribute(each) for each in ("type", "min", "max", "step")] == ["range", "0", "5", "0.05"]
    assert slider.accessible_name == "Weight of the structure, λ"
    browser.find_element(By.TAG_NAME, "body").send_keys(Keys.TAB)
    assert browser.switch_to.active_element == slider
    assert browser.find_element(By.ID, "dimension").get_attribute("aria-live") == "polite"
    charts = browser.find_elements(By.CSS_SELECTOR, ".chart[role=graphics-document]")
    assert len(charts) == 3
    assert all(each.get_attribute("aria-label") for each in charts)


def test_what_comes_from_outside_is_shown_and_does_not_run(browser, write_page, tmp_path):
    # The slash of the closing tag is that of a folder: this file's name ends a script.
    place = tmp_path / "x<" / "script><script>window.planted = 1<" / "script>.csv"
    place.parent.mkdir(parents=True)
    place.write_text("source,target,<img src=x onerror='window.planted = 3'>\n1,2,3\n2,3,4\n")
    sweep = SWEEP | {"title": f"GCN {NASTY}", "sentences": [NASTY]}
    visit(browser, write_page(gd.ideal_dimension(str(place)), sweeps=[sweep]))
    assert browser.execute_script("return window.planted") is None
    assert browser.find_element(By.TAG_NAME, "h2").text == str(place)
    assert "onerror" in browser.find_element(By.CSS_SELECTOR, ".card ul").text
    assert NASTY in browser.find_element(By.TAG_NAME, "main").text
    assert browser.get_log("browser") == []


SWEEP = {
    "title": "GCN, node classification: accuracy by dimension",
    "score": "accuracy",
    "curve": [{"dimension": n, "mean": 0.8, "low": 0.75, "high": 0.85, "seeds": 3} for n in (8, 16, 44)],
    "smallest": 16,
    "default": 16,
    "sentences": ["Best at 44."],
}


def luminance(colour):
    """Relative luminance by WCAG."""
    parts = [int(each) / 255 for each in re.findall(r"\d+", colour)[:3]]
    linear = [each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in parts]
    return sum(weight * each for weight, each in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)
