"""The judges find what they are there for. A judge that finds nothing proves nothing."""
import unittest

import judges
from corpus import payloads


class Judging(unittest.TestCase):
    def finds(self, judge, good, *bad):
        self.assertEqual(judge(good), [])
        for text in bad:
            with self.subTest(text=text):
                try:
                    self.assertNotEqual(judge(text), [])
                except (ValueError, SyntaxError, judges.csv.Error):
                    pass  # What a parser refuses is found, too.

    def test_a_terminal_gets_no_control_and_nothing_invisible(self):
        self.finds(judges.terminal, "a\nb 小米 é\n", "a\x1b[31m", "a\rb", "a\tb", "a\u202eb", "a\u200bb", "\x9b2J", "\ufeff")

    def test_markdown_has_no_html_links_or_broken_rows(self):
        good = "# a\n\n| a | b |\n| - | - |\n| 1 | `x\\|y` |\n\n![a](daily-rates.svg)\n"
        self.finds(judges.markdown, good, good + "<b>x</b>", good + "[x](http://a.example)", good + "![x](//a.example/i.png)",
                   good + "www.a.example", good.replace("| 1 |", "| 1 | 2 |"), good + "~~x~~", "no table")

    def test_a_page_has_no_script_handler_or_address(self):
        policy = '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'">'
        good = f'<html><head>{policy}</head><body><p>a &lt;script&gt;</p><a href="#b">b</a></body></html>'
        self.finds(judges.page, good, good.replace(policy, ""), good + "<script>x</script>", good + '<p onclick="x">',
                   good + '<a href="http://a.example">', good + '<img src="x">', good + '<p style="x">', good + "<p>a\u202eb",
                   good.replace("'none'", "'none'; style-src 'unsafe-inline'"), good + "<!-- x -->")

    def test_a_picture_is_xml_that_loads_nothing(self):
        good = '<svg xmlns="http://www.w3.org/2000/svg"><title>a &lt;b&gt;</title><rect width="1"/></svg>'
        self.finds(judges.picture, good, good.replace("<rect", "<script/><rect"), good.replace("rect w", 'rect onload="x" w'),
                   good.replace("rect w", 'rect href="x" w'), good.replace("<rect", "<image/><rect"))

    def test_a_table_has_whole_rows_and_a_spreadsheet_no_formula(self):
        self.finds(judges.table, 'a,b\n1,"x,""y"\n', "a,b\n1\n", 'a,b\n1,"x"y\n', "")
        self.finds(lambda text: judges.table(text, guarded=True), "\ufeffa,b\r\n-1,'=x\r\n", "a\r\n=x\r\n", "a\r\n\uff1dx\r\n")

    def test_json_is_strict_and_harmless_in_a_page(self):
        self.finds(judges.strict_json, '{"a": "\\u003cb"}\n', '{"a": NaN}', '{"a": "<b"}', '{"a": "\u2028"}', '{"a": "\u202e"}', "{")

    def test_metrics_are_samples(self):
        self.finds(judges.metrics, '# TYPE a gauge\na_b{c="d\\"e"} 1.5\n', 'a{b="c"d"} 1\n', 'a{b="c\n"} 1\n', "a b\n")

    def test_a_chat_calls_nobody(self):
        self.finds(judges.chat, '{"text": "a \\u0026lt;b"}\n', '{"text": "\\u003c!channel\\u003e"}', '{"text": "[x](http://a)"}')

    def test_a_monitor_gets_one_line(self):
        self.finds(judges.one_line, "OK | a=1\n", "OK\nagain\n", "OK\x1b[0m\n")

    def test_the_corpus_is_large_and_each_text_is_in_it_once(self):
        self.assertGreater(len(payloads()), 500)
        self.assertEqual(len(payloads()), len(set(payloads())))


if __name__ == "__main__":
    unittest.main()
