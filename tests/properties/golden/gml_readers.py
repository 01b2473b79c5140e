#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads GML files with other projects' readers: networkx, igraph and Graphviz's gml2gv.

  gml_readers.py FILE NODES EDGES [FILE NODES EDGES]...

NODES and EDGES are the expected counts; - accepts any. Each reader must accept each file without a complaint and find
the same graph: counts, keys and their order, types, unique labels, numbers, no duplicate key, no line behind the box of
another node. Prints a line for each violation and a closing line with counts; the exit status is 1 if anything is
wrong. As a module: Check(path, nodes, edges) returns the list of violations.
"""
import bisect
import collections
import math
import re
import shutil
import subprocess
import sys
import warnings

import igraph
import networkx

NODE_KEYS = {
    "profile": "id label name selfSeconds totalSeconds calls graphics LabelGraphics gephi".split(),
    "difference": ("id label name baseSelf otherSelf diffSelf baseTotal otherTotal diffTotal baseCalls otherCalls "
                   "diffCalls status graphics LabelGraphics gephi").split(),
}
EDGE_KEYS = {
    "profile": "source target label calls seconds graphics".split(),
    "difference": ("source target label baseCalls otherCalls diffCalls baseTime otherTime diffTime status "
                   "graphics").split(),
}
TEXT_KEYS = {"label", "name", "status"}
LIST_KEYS = {"graphics", "LabelGraphics", "gephi"}
COUNT_KEYS = {"calls", "baseCalls", "otherCalls", "diffCalls"}
INTEGER_KEYS = {"id", "source", "target"}
FEW_NODES = 100  # networkx is slow: a file with more nodes than this is read only once, by id
STATUSES = {"changed", "unchanged", "onlyBase", "onlyOther"}

# Warnings that igraph prints for every file: it drops lists and returns numbered entities undecoded.
IGRAPH_REMARKS = re.compile("Composite (vertex|edge) attribute|unknown entities will be returned verbatim")


def PassesBehind(start, end, box):
    """True if a part of a segment is inside a box: between its edges in x and in y at the same time."""
    first, last = 0.0, 1.0
    for axis, extent in (("x", "w"), ("y", "h")):
        low, high = box[axis] - box[extent] / 2, box[axis] + box[extent] / 2
        step = end[axis] - start[axis]
        if step == 0:
            if not low < start[axis] < high:
                return False
            continue
        near, far = sorted(((low - start[axis]) / step, (high - start[axis]) / step))
        first, last = max(first, near), min(last, far)
    return first < last


def PointsOf(graph, source, target):
    """Returns the points where the line of an edge begins, bends and ends."""
    ends = [{axis: graph.nodes[node]["graphics"][axis] for axis in "xy"} for node in (source, target)]
    line = graph.edges[source, target]["graphics"].get("Line")
    return line["point"] if line else ends


def HiddenEdges(graph):
    """Yields the edges whose lines pass behind the box of a third node."""
    boxes = sorted(((data["graphics"], node) for node, data in graph.nodes(data=True)), key=lambda at: at[0]["y"])
    middles = [box["y"] for box, _ in boxes]
    reach = max((box["h"] / 2 for box, _ in boxes), default=0)
    for source, target in graph.edges:
        points = PointsOf(graph, source, target)
        if source != target and any(PassesBehind(start, end, box) and node not in (source, target)
                                    for start, end in zip(points, points[1:])
                                    for box, node in BoxesBetween(start["y"], end["y"], boxes, middles, reach)):
            yield source, target


def BoxesBetween(begin, end, boxes, middles, reach):
    """Returns the boxes whose vertical extent may overlap that of a segment. `boxes` are sorted by `middles`, their
    vertical centres; `reach` is half of the height of the highest box."""
    first = bisect.bisect_left(middles, min(begin, end) - reach)
    return boxes[first:bisect.bisect_right(middles, max(begin, end) + reach)]


def Decode(text):
    """Returns the string that a GML file encodes as `text`."""
    entities = {"&quot;": '"', "&amp;": "&"}
    return re.sub(r"&(?:quot|amp|#([0-9]+));",
                  lambda found: chr(int(found[1])) if found[1] else entities[found[0]], text)


def ExpectedType(key):
    if key in TEXT_KEYS:
        return (str,)
    if key in LIST_KEYS:
        return (dict,)
    if key in COUNT_KEYS:
        return (int, float)
    return (int,) if key in INTEGER_KEYS else (float,)


class File:
    """One file under test, and the violations found in it."""

    def __init__(self, path):
        self.path = path
        self.breaches = []
        self.types = {}

    def Expect(self, holds, text):
        if not holds:
            self.breaches.append(f"{self.path}: {text}")

    # ---- networkx ----

    def ReadNetworkx(self):
        # Reads the nodes by id, which keeps the labels as attributes.
        graph = networkx.read_gml(self.path, label="id")
        self.Expect(graph.is_directed(), "networkx: the graph is not directed")
        self.Expect(not graph.is_multigraph(), "networkx: parallel edges")
        self.Expect(isinstance(graph.graph.get("Comment"), str), "networkx: no Comment")
        self.kind = "difference" if any("status" in data for _, data in graph.nodes(data=True)) else "profile"
        for node, data in graph.nodes(data=True):
            self.CheckItem("node", node, {"id": node, **data}, NODE_KEYS[self.kind])
            self.Expect(data["label"].endswith(f" [{node}]"), f"label {data['label']!r} does not end with the id")
        for source, target, data in graph.edges(data=True):
            where = f"{source}->{target}"
            self.CheckItem("edge", where, {"source": source, "target": target, **data}, EDGE_KEYS[self.kind])
        self.CheckLines(graph)
        labels = collections.Counter(label for _, label in graph.nodes(data="label"))
        self.Expect(all(count == 1 for count in labels.values()), "labels are not unique")
        # Also reads by label, which is networkx's default and fails for labels that are not unique.
        if len(labels) <= FEW_NODES:
            by_label = networkx.read_gml(self.path)
            self.Expect(set(by_label.nodes) == set(labels), "networkx: other nodes by label than by id")
        return graph

    def CheckLines(self, graph):
        for source, target, graphics in graph.edges(data="graphics"):
            points = PointsOf(graph, source, target)
            for node, point in ((source, points[0]), (target, points[-1])):
                place = graph.nodes[node]["graphics"]
                self.Expect((point["x"], point["y"]) == (place["x"], place["y"]),
                            f"edge {source}->{target}: its line does not end in the centre of {node}")
            self.Expect("Line" not in graphics or len(points) > 2, f"edge {source}->{target}: a line without bends")
        hidden = list(HiddenEdges(graph))
        self.Expect(not hidden, f"{len(hidden)} lines pass behind boxes, as that of {hidden[:1]}")

    def CheckItem(self, what, where, data, keys):
        self.Expect(list(data) == keys, f"{what} {where}: keys {list(data)}")
        for key, value in data.items():
            self.Expect(isinstance(value, ExpectedType(key)), f"{what} {where}: {key} is {value!r}")
            known = self.types.setdefault(key, type(value))
            self.Expect(known is type(value), f"{key} changes its type at {what} {where}")
            if isinstance(value, float):
                self.Expect(math.isfinite(value), f"{what} {where}: {key} is {value}")
        self.Expect(data.get("status", "changed") in STATUSES, f"{what} {where}: status {data.get('status')!r}")
        self.CheckDifferences(what, where, data)

    def CheckDifferences(self, what, where, data):
        for key in data:
            if not key.startswith("diff"):
                continue
            base, other = data["base" + key[4:]], data["other" + key[4:]]
            slack = 2e-9 + 1e-15 * (abs(base) + abs(other))
            self.Expect(abs(base - other - data[key]) <= slack, f"{what} {where}: {key} is not base minus other")

    # ---- igraph ----

    def ReadIgraph(self, model):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            graph = igraph.Graph.Read_GML(self.path)
        for warning in caught:
            self.Expect(IGRAPH_REMARKS.search(str(warning.message)), f"igraph: {warning.message}")
        self.Expect(graph.is_directed(), "igraph: the graph is not directed")
        self.Expect(graph.vcount() == model.number_of_nodes(), f"igraph: {graph.vcount()} nodes")
        self.Expect(graph.ecount() == model.number_of_edges(), f"igraph: {graph.ecount()} edges")
        if model.number_of_nodes() == 0:
            return
        self.Expect(set(graph.vs.attributes()) == set(NODE_KEYS[self.kind]) - LIST_KEYS,
                    f"igraph: node keys {graph.vs.attributes()}")
        for vertex in graph.vs:
            self.Compare("igraph", f"node {int(vertex['id'])}", vertex.attributes(), model.nodes[int(vertex["id"])])
        for edge in graph.es:
            ends = tuple(int(graph.vs[end]["id"]) for end in edge.tuple)
            self.Expect(model.has_edge(*ends), f"igraph: an edge of its own, {ends}")
            if model.has_edge(*ends):
                self.Compare("igraph", f"edge {ends}", edge.attributes(), model.edges[ends])

    def Compare(self, reader, where, found, model):
        for key, value in model.items():
            if key in LIST_KEYS:
                continue
            seen = found[key]
            # igraph has only one type of number, and decodes named but not numbered entities.
            same = value in (seen, Decode(seen)) if key in TEXT_KEYS else math.isclose(seen, value, rel_tol=1e-15)
            self.Expect(same, f"{reader}: {where}: {key} is {seen!r}, not {value!r}")

    # ---- Graphviz ----

    def ReadGraphviz(self, model):
        result = subprocess.run(["gml2gv", self.path], capture_output=True, text=True)
        self.Expect(result.returncode == 0 and not result.stderr,
                    f"gml2gv: exit status {result.returncode}, {result.stderr.strip()}")
        # gvpr reads the output of gml2gv, so this also checks that the output is well-formed.
        program = ('BEG_G { print(nNodes($G), " ", nEdges($G)); } '
                   'N { print($.name, " ", hasAttr($, "pos") ? $.pos : ""); }')
        seen = subprocess.run(["gvpr", program], input=result.stdout, capture_output=True, text=True)
        self.Expect(seen.returncode == 0 and not seen.stderr, f"gvpr: {seen.stderr.strip()}")
        lines = seen.stdout.split("\n")
        counts = f"{model.number_of_nodes()} {model.number_of_edges()}"
        self.Expect(lines[0] == counts, f"gml2gv: {lines[0]} nodes and edges, not {counts}")
        places = dict(line.split(" ", 1) for line in lines[1:] if line)
        for node, graphics in model.nodes(data="graphics"):
            place = f"{graphics['x']},{graphics['y']}"
            self.Expect(places.get(str(node)) == place, f"gml2gv: node {node} at {places.get(str(node))}, not {place}")


def CheckBytes(file):
    """Checks for things that these readers tolerate: bytes other than printable ASCII, backslashes, long lines."""
    with open(file.path, "rb") as stream:
        data = stream.read()
    file.Expect(re.fullmatch(rb"[\n -~]*\n", data), "a byte that is no printable ASCII, or no line feed at the end")
    file.Expect(b"\\" not in data, "a backslash")
    for number, line in enumerate(data.split(b"\n"), 1):
        file.Expect(len(line) <= 254 or line.lstrip().startswith(b'name "'), f"line {number} has {len(line)} bytes")


def Check(path, nodes=None, edges=None):
    """Returns the violations found in one file, as lines of text."""
    file = File(path)
    CheckBytes(file)
    try:
        model = file.ReadNetworkx()
    except Exception as error:  # any exception with which a reader refuses the file
        file.Expect(False, f"networkx: {type(error).__name__}: {error}")
        return file.breaches
    file.Expect(nodes in (None, model.number_of_nodes()), f"{model.number_of_nodes()} nodes, not {nodes}")
    file.Expect(edges in (None, model.number_of_edges()), f"{model.number_of_edges()} edges, not {edges}")
    try:
        file.ReadIgraph(model)
    except Exception as error:
        file.Expect(False, f"igraph: {type(error).__name__}: {error}")
    file.ReadGraphviz(model)
    return file.breaches


def main(arguments):
    if not arguments or len(arguments) % 3 != 0:
        sys.exit(__doc__)
    for tool in ("gml2gv", "gvpr"):
        if not shutil.which(tool):
            sys.exit(f"gml_readers.py: {tool} is missing (Debian: graphviz)")
    passed = failed = 0
    for path, nodes, edges in zip(arguments[::3], arguments[1::3], arguments[2::3]):
        breaches = Check(path, *(None if count == "-" else int(count) for count in (nodes, edges)))
        for line in breaches[:20]:
            print(f"FAILED  {line}")
        if breaches:
            failed += 1
        else:
            passed += 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
