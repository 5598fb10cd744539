"""A program for the test of Ray: a cluster of two nodes on loopback, games on it, and one of the nodes taken away.

    python two_nodes.py FOLDER

What came about it writes there as `told.json`, and in `ray` what the command writes.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from pathlib import Path
from typing import Any

# Everything stays on loopback, and nothing is sent to anybody.
os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"
os.environ["RAY_USAGE_STATS_ENABLED"] = "0"

from ray.cluster_utils import Cluster
from typer.testing import CliRunner

from backroom.arena.cluster import play_on_ray
from backroom.arena.games import Plan
from backroom.arena.schedule import schedule
from backroom.cli import app

NODE: Any = {"num_cpus": 1, "node_ip_address": "127.0.0.1", "object_store_memory": 80 << 20}
PLAN = Plan("boss", ("soldier@20", "random"))
FIXTURES = schedule(2, 2, 24, 1)


def main(folder: Path) -> None:
    """Three runs: on two nodes, through the command, and with a node that goes in the middle."""
    cluster: Any = Cluster(initialize_head=True, head_node_args={**NODE, "include_dashboard": False})
    second = cluster.add_node(**NODE)
    told: dict[str, object] = {}
    try:
        nodes: Counter[str] = Counter()
        told["games"] = [repr(result) for result in play_on_ray(PLAN, FIXTURES, cluster.address, nodes)]
        told["nodes"] = len(nodes)
        args = ["arena", "boss", "--bots", "sensible,random", "--games", "8", "--on", f"ray:{cluster.address}"]
        done = CliRunner().invoke(app, [*args, "--out", str(folder / "ray")], prog_name="backroom")
        told["command"] = [done.exit_code, done.output]
        results = []
        for result in play_on_ray(PLAN, FIXTURES, cluster.address):
            results.append(repr(result))
            if len(results) == 2:
                cluster.remove_node(second, allow_graceful=False)
        told["after_loss"] = results
    finally:
        cluster.shutdown()
    (folder / "told.json").write_text(json.dumps(told))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
