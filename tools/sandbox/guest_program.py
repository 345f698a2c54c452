"""Runs one of our programs in the guest."""

from __future__ import annotations

import importlib
import json
import sys
import traceback

from tools.sandbox.guest_code import without_places
from tools.sandbox.inputs import JobInputs
from tools.sandbox.outlet import Outlet, ProgramFault


def run(name: str, params: bytes, inputs: JobInputs, out: Outlet) -> int:
    """Call `main` of the program of this name; a refusal of its own becomes `fault.json`."""
    program = importlib.import_module(f"tools.sandbox.programs.{name}")
    try:
        program.main(inputs, json.loads(params), out)
    except ProgramFault as fault:
        out.write("fault.json", fault.told)
        return 1
    except MemoryError:
        out.write("fault.json", {"kind": "memory", "message": "the job's memory was not enough"})
        return 1
    except BaseException:  # noqa: BLE001
        print(without_places(traceback.format_exc()), file=sys.stderr)
        return 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
    return 0
