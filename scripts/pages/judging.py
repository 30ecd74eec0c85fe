"""What must hold of a page in a browser; each function answers with what does not."""
import json

from browser import Tab

# Anything that a browser says by itself; nothing of ours runs in a page.
_CONSOLE = {"Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded"}


def judge(tab: Tab, address: str) -> list[str]:
    return (console(tab.events) + requests(tab.events, address) + overflow(tab) + names(tab) + structure(tab)
            + contrast(tab) + accessibility(tab))


# More than this nobody reads in the morning.
_MOST_WORDS = 1500


def brief(tab: Tab) -> list[str]:
    """No sentence stands twice, and the page can be read in a few minutes."""
    return tab.evaluate("""(most => {
      const problems = [], seen = new Set();
      for (const element of document.querySelectorAll('main p, main li, main summary')) {
        if (element.querySelector('p, li, summary')) continue;
        const words = element.textContent.trim();
        if (words.split(/\\s+/).length > 7 && seen.has(words)) problems.push(`repeat: ${words.slice(0, 60)}`);
        seen.add(words);
      }
      let words = 0;
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode())
        if (!walker.currentNode.parentElement.closest('svg')) words += (walker.currentNode.textContent.match(/\\S+/g) || []).length;
      if (words > most) problems.push(`length: ${words} words`);
      return problems.slice(0, 10);
    })""" + f"({_MOST_WORDS})")


def leads(tab: Tab) -> list[str]:
    """The first screen carries the day.

    A desk shows verdict, funnel and a line for each finding; a phone verdict, funnel and the worst finding's line."""
    return tab.evaluate("""(() => {
      const problems = [], isDesk = innerWidth > 600;
      const [lead, table, findings] = [document.querySelector('.lead'), document.querySelector('table'),
        [...document.querySelectorAll('.finding')]];
      if (!lead || !table || !findings.length) return ['first screen: no verdict, table or finding'];
      const [top, bottom] = [element => element.getBoundingClientRect().top, element => element.getBoundingClientRect().bottom];
      const places = [['verdict', bottom(lead)], ['funnel', bottom(table)],
        isDesk ? ['last finding', bottom(findings[findings.length - 1])] : ['worst finding', top(findings[0])]];
      for (const [name, place] of places)
        if (place > innerHeight) problems.push(`first screen: the ${name} is at ${place} of ${innerHeight}`);
      const box = table.parentElement;
      if (box.scrollWidth > box.clientWidth) problems.push(`first screen: the funnel is ${box.scrollWidth} of ${box.clientWidth} wide`);
      if (document.querySelector('details[open]')) problems.push('first screen: details are open');
      return problems.slice(0, 10);
    })()""")


def links(tab: Tab) -> list[str]:
    """An index begins with a verdict, and the links of each run are seen without scrolling sideways."""
    return tab.evaluate("""(() => {
      const problems = [], runs = [...document.querySelectorAll('table:last-of-type tbody th a')];
      if (!document.querySelector('.lead')) problems.push('index: no verdict');
      if (!runs.some(link => link.textContent === 'daily.md')) problems.push('index: no report is linked');
      for (const link of runs)
        if (link.getBoundingClientRect().right > innerWidth) problems.push(`index: ${link.textContent} lies off-screen`);
      return problems;
    })()""")


def console(events: list[dict]) -> list[str]:
    return ["console: " + json.dumps(event["params"])[:300] for event in events if event.get("method") in _CONSOLE]


def requests(events: list[dict], address: str) -> list[str]:
    urls = [event["params"]["request"]["url"] for event in events if event.get("method") == "Network.requestWillBeSent"]
    return [f"request: {url[:200]}" for url in urls if url.split("#")[0] != address]


def overflow(tab: Tab, can_scroll: bool = True) -> list[str]:
    """The page does not scroll sideways, and what is cut off can be scrolled to; on paper nothing can."""
    found = tab.evaluate("""(canScroll => {
      const problems = [], root = document.scrollingElement;
      if (root.scrollWidth > root.clientWidth)
        problems.push(`overflow: the page is ${root.scrollWidth} wide in a window of ${root.clientWidth}`);
      for (const element of document.querySelectorAll('main *')) {
        const box = element.getBoundingClientRect();
        if (!box.width || element.closest('caption') || canScroll && element.closest('.scroll, pre')) continue;
        if (box.right > root.clientWidth + 0.5)
          problems.push(`overflow: <${element.tagName.toLowerCase()}> ends at ${box.right}`);
      }
      for (const element of document.querySelectorAll('.scroll, pre')) {
        const canBeReached = element.tabIndex === 0 && (element.matches('pre') || element.getAttribute('role') === 'region');
        if (!canBeReached) problems.push('overflow: a box that scrolls cannot be reached by keyboard');
      }
      for (const svg of document.querySelectorAll('svg.chart')) {
        if (!svg.getClientRects().length) continue;
        const view = svg.viewBox.baseVal;
        for (const text of svg.querySelectorAll('text')) {
          const box = text.getBBox();
          // Letters may reach a little beyond their place.
          if (box.x < view.x - 2 || box.x + box.width > view.width + 2 || box.y + box.height > view.height + 2)
            problems.push(`overflow: '${text.textContent.slice(0, 40)}' leaves its picture`);
        }
      }
      return problems.slice(0, 10);
    })""" + f"({'true' if can_scroll else 'false'})")
    return found + _overlaps(tab)


def _overlaps(tab: Tab) -> list[str]:
    return tab.evaluate("""(() => {
      const problems = [];
      for (const svg of document.querySelectorAll('svg.chart')) {
        if (!svg.getClientRects().length) continue;
        const texts = [...svg.querySelectorAll('text')].map(t => [t, t.getBBox()]);
        for (let i = 0; i < texts.length; i++) for (let j = i + 1; j < texts.length; j++) {
          const [a, b] = [texts[i][1], texts[j][1]];
          const x = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
          const y = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
          if (x > 1 && y > 4)
            problems.push(`overlap: '${texts[i][0].textContent.slice(0, 30)}' and '${texts[j][0].textContent.slice(0, 30)}'`);
        }
      }
      return problems.slice(0, 10);
    })()""")


def names(tab: Tab) -> list[str]:
    """Every picture says what it shows, every table what it is of."""
    return tab.evaluate("""(() => {
      const problems = [];
      for (const svg of document.querySelectorAll('svg')) {
        const title = svg.querySelector(':scope > title');
        const name = svg.getAttribute('aria-label') || (title && title.textContent);
        if (svg.getAttribute('role') !== 'img' || !name) problems.push('name: a picture without role or name');
      }
      for (const image of document.querySelectorAll('img,picture,object,embed,iframe,video,audio,script,link'))
        problems.push(`name: <${image.tagName.toLowerCase()}> in a page that is to need nothing`);
      for (const table of document.querySelectorAll('table'))
        if (!table.caption || !table.caption.textContent) problems.push('name: a table without a caption');
      for (const cell of document.querySelectorAll('th'))
        if (!cell.scope || !cell.textContent) problems.push('name: a heading of a table that heads nothing');
      return problems.slice(0, 10);
    })()""")


def structure(tab: Tab) -> list[str]:
    """One title, no heading level left out, anchors and ids that are what they say."""
    return tab.evaluate("""(() => {
      const problems = [], levels = [...document.querySelectorAll('h1,h2,h3,h4,h5,h6')].map(h => +h.tagName[1]);
      if (levels.filter(level => level === 1).length !== 1) problems.push('structure: not exactly one h1');
      levels.forEach((level, i) => { if (i && level > levels[i - 1] + 1) problems.push('structure: a heading level is left out'); });
      const ids = [...document.querySelectorAll('[id]')].map(element => element.id);
      if (new Set(ids).size !== ids.length) problems.push('structure: an id stands twice');
      for (const link of document.querySelectorAll('a[href^="#"]'))
        if (!document.getElementById(link.getAttribute('href').slice(1))) problems.push('structure: a link leads nowhere');
      if (!document.documentElement.lang) problems.push('structure: no language');
      if (!document.title) problems.push('structure: no title');
      for (const element of document.querySelectorAll('*'))
        for (const attribute of element.attributes)
          if (attribute.name.startsWith('on') || attribute.name === 'style')
            problems.push(`structure: <${element.tagName.toLowerCase()}> has ${attribute.name}`);
      return problems.slice(0, 10);
    })()""")


def contrast(tab: Tab) -> list[str]:
    """Text is told from its ground as WCAG 2 asks for small letters: 4.5 to 1."""
    return tab.evaluate("""(() => {
      const parse = text => (text.match(/[\\d.]+/g) || []).map(Number);
      const light = ([r, g, b]) => [r, g, b].map(v => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
        .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
      const ground = element => {
        for (let e = element; e; e = e.parentElement) {
          const c = parse(getComputedStyle(e).backgroundColor);
          if (c.length >= 3 && (c.length === 3 || c[3] > 0.99)) return c;
        }
        return [255, 255, 255];
      };
      const worst = new Map();
      const add = (colour, under, words) => {
        const [a, b] = [light(parse(colour)), light(under)];
        const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        if (ratio < 4.5) worst.set(`${colour} on ${under}`, `contrast: ${ratio.toFixed(2)} for '${words.slice(0, 30)}'`);
      };
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const element = walker.currentNode.parentElement, words = walker.currentNode.textContent.trim();
        if (!words || !element.getClientRects().length || element.closest('title,desc')) continue;
        const style = getComputedStyle(element);
        add(element.closest('svg') ? style.fill : style.color, ground(element), words);
      }
      return [...worst.values()].slice(0, 10);
    })()""")


def accessibility(tab: Tab) -> list[str]:
    """What a screen reader is told: a main part, a name for each picture, region and table."""
    nodes = tab.call("Accessibility.getFullAXTree")["nodes"]
    problems, roles = [], {}
    for node in nodes:
        if node.get("ignored"):
            continue
        role = node.get("role", {}).get("value", "")
        name = (node.get("name") or {}).get("value", "")
        roles[role] = roles.get(role, 0) + 1
        if role in ("image", "img", "graphics-document", "region", "table", "navigation", "link", "heading") and not name.strip():
            problems.append(f"accessibility: a {role} without a name")
    for role in ("main", "heading"):
        if not roles.get(role):
            problems.append(f"accessibility: no {role}")
    return problems[:10]
