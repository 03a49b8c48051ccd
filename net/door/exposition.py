"""Figures as Prometheus reads them: of one node with its name, of all nodes together, and the pages that show them."""

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from socketserver import ThreadingMixIn
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.metrics_core import Metric
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.registry import Collector

NODE = "node"
LOOPBACK = "127.0.0.1"

Page = Callable[[], bytes]


class Named(Collector):
    """All figures of a registry, each with the name of the node that they are of; without a name as they are."""

    def __init__(self, registry: CollectorRegistry, node: str) -> None:
        self._registry = registry
        self._label = {NODE: node} if node else {}

    def collect(self) -> Iterator[Metric]:
        """Take the figures as they are now."""
        for metric in self._registry.collect():
            metric.samples = [sample._replace(labels={**sample.labels, **self._label}) for sample in metric.samples]
            yield metric


class Gathered(Collector):
    """The figures of several nodes, each as its own page has them."""

    def __init__(self, pages: Iterable[bytes]) -> None:
        self._pages = list(pages)

    def collect(self) -> Iterator[Metric]:
        """Put what has the same name together."""
        found: dict[str, Metric] = {}
        for page in self._pages:
            for metric in text_string_to_metric_families(page.decode("utf-8")):
                known = found.setdefault(metric.name, metric)
                if known is not metric:
                    known.samples += metric.samples
        yield from found.values()


def written(figures: Collector) -> bytes:
    """Write figures as a page."""
    return generate_latest(figures)


class FiguresServer(ThreadingMixIn, WSGIServer):
    """Shows pages to this machine alone; whoever reads slowly keeps nobody waiting."""

    daemon_threads = True


class _Quiet(WSGIRequestHandler):
    def log_message(self, format: str, *values: Any) -> None:
        """Write nothing: the log is for what happens in the house."""


def show(port: int, pages: Mapping[str, Page]) -> FiguresServer:
    """Show pages by their paths; shut the given server down at the end."""

    def answer(environ: dict[str, Any], start: Callable[..., Any]) -> list[bytes]:
        page = pages.get(environ.get("PATH_INFO", ""))
        if page is None:
            start("404 Not Found", [("Content-Type", "text/plain; charset=utf-8")])
            return [f"There are {' and '.join(pages)}.\n".encode()]
        try:
            body = page()
        except TimeoutError:
            start("503 Service Unavailable", [("Content-Type", "text/plain; charset=utf-8")])
            return [b"The house is too busy to answer.\n"]
        start("200 OK", [("Content-Type", CONTENT_TYPE_LATEST)])
        return [body]

    server = make_server(LOOPBACK, port, answer, FiguresServer, handler_class=_Quiet)
    threading.Thread(target=server.serve_forever, name="tablee-figures", daemon=True).start()
    return server
