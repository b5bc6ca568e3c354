"""Looking at a page as a window of some size and scheme would, and at what it asks the network for."""

import json

from selenium.webdriver.support.wait import WebDriverWait

SET = """const slider = document.getElementById('lambda');
slider.value = arguments[0];
slider.dispatchEvent(new Event('input', {bubbles: true}));"""
WIDE, PHONE = (1280, 900), (390, 844)


def visit(browser, page, *, scheme="light", size=WIDE):
    """Load the page as a window of that size and scheme would; what came before is forgotten."""
    device = {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": size == PHONE}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", device)
    media = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
    browser.get("about:blank")
    for log in ("browser", "performance"):
        browser.get_log(log)
    browser.get(page.as_uri())
    WebDriverWait(browser, 60).until(lambda it: it.execute_script("return document.documentElement.dataset.ready"))


def asked_for(browser):
    """Every address that the page asked for."""
    messages = [json.loads(each["message"])["message"] for each in browser.get_log("performance")]
    sent = [each["params"] for each in messages if each["method"] == "Network.requestWillBeSent"]
    return {each["request"]["url"] for each in sent}
