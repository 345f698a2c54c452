"""Programs that try to get out of the sandbox, group by group; see `attack.py` for their form."""

from tests.support.attacks import bombs, execution, network, parents, rawcalls, reading, writing
from tests.support.attacks.attack import Attack

ATTACKS: tuple[Attack, ...] = (
    *reading.ATTACKS,
    *writing.ATTACKS,
    *network.ATTACKS,
    *execution.ATTACKS,
    *parents.ATTACKS,
    *rawcalls.ATTACKS,
    *bombs.ATTACKS,
)
