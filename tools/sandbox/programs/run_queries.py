"""Run several SELECTs over the job's tables, one after the other; each leaves an answer at once.

Params: `queries`, each with `sql`, `values`, `max_rows` as for `run_query`; `tables`, names of
inputs. Leaves `answer-0.json`, `answer-1.json`, …; one that fails says so in `error` and leaves the
others alone. What a job that was ended has left until then is whole.
"""

from __future__ import annotations

from typing import Any

from contracts.json import JsonObject
from tools.sandbox.inputs import JobInputs
from tools.sandbox.outlet import Outlet, ProgramFault
from tools.sandbox.programs.run_query import answer, single_select
from tools.sandbox.tables import open_tables


def main(inputs: JobInputs, params: JsonObject, out: Outlet) -> None:
    """Answer each by itself."""
    connection = open_tables(inputs, params)
    for number, query in enumerate(params["queries"]):
        out.write(f"answer-{number}.json", _answered(connection, query))


def _answered(connection: Any, query: JsonObject) -> JsonObject:
    import duckdb

    try:
        return answer(connection, single_select(connection, str(query["sql"])), query)
    except duckdb.OutOfMemoryException as exc:
        return {"error": {"kind": "memory", "message": str(exc).partition("\n")[0][:300]}}
    except duckdb.Error as exc:
        return {"error": {"kind": "sql", "message": str(exc)[:1_000]}}
    except ProgramFault as exc:
        return {"error": exc.told}
