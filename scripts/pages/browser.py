"""A headless Chromium, driven over a pipe by its DevTools protocol; nothing but the standard library."""
import base64
import fcntl
import json
import os
import select
import signal
import subprocess
import tempfile
import time


class BrowserError(Exception):
    pass


class Browser:
    """One process with a profile that is thrown away."""

    def __init__(self, program: str = "chromium"):
        self._profile = tempfile.TemporaryDirectory(prefix="pages-", ignore_cleanup_errors=True)
        to_browser, from_us = os.pipe()
        from_browser, to_us = os.pipe()
        # The browser reads descriptor 3 and writes 4; first out of their way, whatever numbers the pipes got.
        ends = [fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in (to_browser, to_us)]

        def place() -> None:
            os.dup2(ends[0], 3)
            os.dup2(ends[1], 4)

        self._process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
             "--disable-background-networking", "--disable-component-update", "--disable-default-apps",
             "--disable-extensions", "--disable-sync", "--hide-scrollbars", "--force-color-profile=srgb",
             f"--user-data-dir={self._profile.name}", "--remote-debugging-pipe"],
            preexec_fn=place, pass_fds=(3, 4), start_new_session=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for end in (to_browser, to_us, *ends):
            os.close(end)
        self._writer, self._reader = from_us, from_browser
        self._buffer = b""
        self._number = 0
        self._events: list[dict] = []

    def __enter__(self) -> "Browser":
        return self

    def __exit__(self, *_) -> None:
        # Its own group: the browser is many processes.
        try:
            os.killpg(self._process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self._process.wait()
        os.close(self._writer)
        os.close(self._reader)
        self._profile.cleanup()

    def call(self, method: str, session: str | None = None, seconds: float = 60, **parameters) -> dict:
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self._writer, json.dumps(message).encode() + b"\0")
        until = time.monotonic() + seconds
        while True:
            answer = self._next(until)
            if answer is None:
                raise BrowserError(f"no answer to {method} in {seconds} s")
            if answer.get("id") == self._number:
                if "error" in answer:
                    raise BrowserError(f"{method}: {answer['error'].get('message')}")
                return answer["result"]
            self._events.append(answer)

    def events(self, session: str, quiet: float = 0.3, until: str | None = None, seconds: float = 30) -> list[dict]:
        """The events of a session so far: those up to one with a name, and then until it is quiet."""
        deadline = time.monotonic() + seconds
        seen = until is None or any(event.get("method") == until for event in self._events)
        while True:
            event = self._next(time.monotonic() + quiet if seen else deadline)
            if event is None:
                break
            self._events.append(event)
            seen = seen or event.get("method") == until
        if not seen:
            raise BrowserError(f"no {until} in {seconds} s")
        mine = [event for event in self._events if event.get("sessionId") == session]
        self._events = [event for event in self._events if event.get("sessionId") != session]
        return mine

    def _next(self, until: float) -> dict | None:
        while b"\0" not in self._buffer:
            ready, _, _ = select.select([self._reader], [], [], max(0, until - time.monotonic()))
            if not ready:
                return None
            piece = os.read(self._reader, 1 << 20)
            if not piece:
                raise BrowserError("the browser ended")
            self._buffer += piece
        message, self._buffer = self._buffer.split(b"\0", 1)
        return json.loads(message)


class Tab:
    """A page in a window of a size and a colour scheme."""

    def __init__(self, browser: Browser, address: str, width: int, height: int = 900, dark: bool = False,
                 media: str = ""):
        self._browser = browser
        target = browser.call("Target.createTarget", url="about:blank")["targetId"]
        self._target = target
        self._session = browser.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network", "Accessibility", "DOM"):
            self.call(f"{domain}.enable")
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                  mobile=width < 600)
        self.call("Emulation.setEmulatedMedia", media=media,
                  features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        browser.events(self._session, quiet=0.05)
        self.call("Page.navigate", url=address)
        self.events = browser.events(self._session, until="Page.loadEventFired")

    def call(self, method: str, **parameters) -> dict:
        return self._browser.call(method, self._session, **parameters)

    def evaluate(self, expression: str):
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in answer:
            raise BrowserError(f"{answer['exceptionDetails'].get('text')} in {expression[:80]}")
        return answer["result"].get("value")

    def screenshot(self, path: str) -> None:
        picture = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=True)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(picture))

    def print(self, path: str) -> None:
        page = self.call("Page.printToPDF", printBackground=False, paperWidth=8.27, paperHeight=11.69,
                         preferCSSPageSize=True)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(page))

    def close(self) -> None:
        self._browser.call("Target.closeTarget", targetId=self._target)
