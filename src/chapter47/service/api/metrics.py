"""`GET /metrics`: figures of the server in the text format of Prometheus, for staff and for this machine."""

import ipaddress
from collections import Counter
from collections.abc import Iterator
from typing import Final

from fastapi import FastAPI, Request, Response
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from chapter47.service.api.endpoints import Endpoint, TheVisitor
from chapter47.service.api.gate import METRICS
from chapter47.service.api.limits import address_of
from chapter47.service.pit import Pit
from chapter47.service.store import Store
from chapter47.service.store.write_figures import BUCKETS
from chapter47.service.terms import ServiceError

STAFF: Final = ("supervisor", "auditor", "administrator")


class ServerFigures(Collector):
    """Collects the server's figures on request."""

    def __init__(self, app: FastAPI) -> None:
        self._app = app

    def collect(self) -> Iterator[Metric]:
        pit: Pit = self._app.state.pit
        yield from _of_tables(pit)
        yield from _of_store(pit.store)
        yield from self._of_requests()
        yield from self._of_audit()

    def _of_requests(self) -> Iterator[Metric]:
        state = self._app.state
        yield GaugeMetricFamily("chapter47_open_sockets", "Open WebSockets", value=len(state.streams))
        running = state.in_progress.total()
        yield GaugeMetricFamily("chapter47_requests_in_progress", "HTTP requests in progress", value=running)
        refusals = CounterMetricFamily("chapter47_refusals", "Refused access, by code", labels=["code"])
        for code, number in sorted(state.access.refusals.total.items()):
            refusals.add_metric([code], number)
        yield refusals
        waiting = GaugeMetricFamily("chapter47_work_in_progress", "Heavy work beside the tables", labels=["kind"])
        waiting.add_metric(["lab"], state.work.unanswered)
        waiting.add_metric(["history"], state.history.unanswered)
        yield waiting

    def _of_audit(self) -> Iterator[Metric]:
        state = self._app.state.audits.state()
        result = state["result"]
        yield GaugeMetricFamily("chapter47_audit_running", "An audit is running", value=state["state"] == "running")
        yield GaugeMetricFamily(
            "chapter47_audit_ended_seconds", "When the last audit ended (Unix time)", value=state["ended"] / 1000
        )
        problems = len(result["problems"]) if result else 0
        yield GaugeMetricFamily("chapter47_audit_problems", "Problems found by the last audit", value=problems)


def _of_tables(pit: Pit) -> Iterator[Metric]:
    tables = pit.tables()
    family = GaugeMetricFamily("chapter47_tables", "Tables that are open, by game", labels=["game"])
    for game, number in sorted(Counter(table.game for table in tables).items()):
        family.add_metric([game], number)
    yield family
    yield GaugeMetricFamily("chapter47_tables_paused", "Tables paused", value=sum(bool(each.paused) for each in tables))
    seated = sum(len(table.players) for table in tables)
    yield GaugeMetricFamily("chapter47_seats_occupied", "Players seated", value=seated)
    queued = sum(pit.table(table.id).queued for table in tables)
    yield GaugeMetricFamily("chapter47_commands_queued", "Commands waiting at their tables", value=queued)


def _of_store(store: Store) -> Iterator[Metric]:
    figures = store.figures
    units = CounterMetricFamily("chapter47_units", "Units committed, by kind", labels=["kind"])
    for kind, number in sorted(figures.units.items()):
        units.add_metric([kind], number)
    yield units
    buckets = [(str(bound), within) for bound, within in zip(BUCKETS, figures.within, strict=True)]
    yield HistogramMetricFamily(
        "chapter47_commit_seconds",
        "Duration of a commit, which confirms all units waiting for it",
        buckets=[*buckets, ("+Inf", figures.commits)],
        sum_value=figures.seconds,
    )
    yield GaugeMetricFamily("chapter47_units_queued", "Units waiting to be written", value=store.queued)
    yield GaugeMetricFamily("chapter47_store_writable", "Commands can be confirmed", value=not store.lost)
    yield CounterMetricFamily("chapter47_store_lost", "How often the database was lost", value=figures.times_lost)
    yield GaugeMetricFamily("chapter47_journal_rows", "Rows of the journal", value=store.head[0])


async def metrics(request: Request, visitor: TheVisitor) -> Response:
    """Show the server's figures for Prometheus: to staff with a token, and to anybody on this machine."""
    is_staff = visitor is not None and visitor.role in STAFF
    if not is_staff and not _is_local(request):
        raise ServiceError(
            "role.not-allowed", "Metrics are for staff, or for this machine", allowed=", ".join(STAFF), status=403
        )
    registry = CollectorRegistry()
    registry.register(ServerFigures(request.app))
    return Response(generate_latest(registry), media_type=CONTENT_TYPE_PLAIN_0_0_4)


def _is_local(request: Request) -> bool:
    """Return whether the request comes from this machine itself, not through a proxy on it."""
    if "x-forwarded-for" in request.headers or "forwarded" in request.headers:
        return False
    try:
        return ipaddress.ip_address(address_of(request.scope)).is_loopback
    except ValueError:
        return False


ENDPOINTS: Final = (Endpoint("GET", METRICS, metrics, None, media="text/plain"),)
