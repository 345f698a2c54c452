"""Says which sandbox there is for whoever runs it, and how some programs fare in it, as JSON.

python -m tests.support.sandbox_probe [tier]
"""

from __future__ import annotations

import asyncio
import json
import sys

from tools.sandbox import NoSandbox, Sandbox

_PROGRAMS = {
    "pandas": "print(int(df['a'].sum()), tables['t'].describe().shape)",
    "numpy": "import numpy as np; print(np.linalg.norm(np.array([3.0, 4.0])))",
    "statistics": "import statistics; print(statistics.median([1, 3, 2]))",
    "dates": "import datetime, zoneinfo\n"
    "print(datetime.datetime(2026, 2, 3, tzinfo=zoneinfo.ZoneInfo('America/Sao_Paulo')))",
    "matplotlib": "import matplotlib.pyplot as plt; plt.plot([1, 2]); plt.show(); print('drawn')",
    "duckdb": "import duckdb; print(duckdb.sql('select sum(a) from df').fetchall())",
    "secret": "open('/etc/passwd')",
    "socket": "import socket; socket.socket()",
    "fork": "import os; os.fork()",
}


def probe(tier: str) -> dict[str, object]:
    sandbox = Sandbox(tier, jobs=1)
    try:
        told: dict[str, object] = {"tier": sandbox.tier()}
    except NoSandbox as exc:
        return {"refused": exc.message, "job": sandbox.run("print(1)").status}
    table = b"a,b\n1,x\n2,y\n"
    for name, code in _PROGRAMS.items():
        done = sandbox.run(code, {"t": table})
        told[name] = done.stdout.strip() if done.status == "ok" else done.stderr[-300:]
    query = sandbox.run_program("run_query", {}, {"sql": "SELECT 6 * 7 AS x"})
    told["query"] = asyncio.run(query).json()
    sandbox.close()
    return told


if __name__ == "__main__":
    print(json.dumps(probe(sys.argv[1] if len(sys.argv) > 1 else "auto")))
