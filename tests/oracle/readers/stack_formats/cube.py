# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads a metric of a .cubex file (Cube 4), independently of egprof: with zlib and ElementTree of Python."""
import collections
import gzip
import struct
import xml.etree.ElementTree as ElementTree
import zlib

TYPES = {'INT8': 'b', 'UINT8': 'B', 'INT16': 'h', 'UINT16': 'H', 'INT32': 'i', 'UINT32': 'I', 'INT64': 'q', 'UINT64': 'Q',
         'DOUBLE': 'd', 'FLOAT': 'd'}


def members(archive):
    """Returns the contents of a tar archive by name. Checksums may be wrong, so tarfile cannot read all of them."""
    if archive[:2] == b'\x1f\x8b':
        archive = gzip.decompress(archive)
    found, at = {}, 0
    while archive[at:at + 512].strip(b'\0'):
        size = int(archive[at + 124:at + 136].strip(b'\0 '), 8)
        found[archive[at:at + 100].split(b'\0')[0].decode()] = archive[at + 512:at + 512 + size]
        at += 512 + -(-size // 512) * 512
    return found


class Node:
    def __init__(self, element, regions, parent=None):
        self.name, self.parent = regions[element.get('calleeId')], parent
        self.children = [Node(child, regions, self) for child in element.findall('cnode')]

    def depth_first(self):
        yield self
        for child in self.children:
            yield from child.depth_first()

    def children_first(self):
        """Yields all children of a node before it enters the first of them."""
        yield from self.children
        for child in self.children:
            yield from child.children_first()


def _rows(files, metric, kind, locations):
    """Yields the position and the values of each row."""
    index, data = files[metric + '.index'], files[metric + '.data']
    order = '<' if struct.unpack_from('<I', index, 11)[0] == 1 else '>'
    count = struct.unpack_from(order + 'I', index, 18)[0]
    positions = struct.unpack_from(f'{order}{count}I', index, 22)
    size = struct.calcsize(kind) * locations
    for row, position in enumerate(positions):
        if data.startswith(b'ZCUBEX'):
            rows = struct.unpack_from(order + 'Q', data, 11)[0]
            _, at, packed = struct.unpack_from(order + '3Q', data, 19 + 24 * row)
            begin = 19 + 24 * rows + at
            plain = zlib.decompress(data[begin:begin + packed]) if packed else None
        else:
            plain = data[10 + row * size:10 + (row + 1) * size]
        if plain:
            yield position, struct.unpack(f'{order}{locations}{kind}', plain)


def read(archive, name):
    """Returns own values of a metric, by path and by location."""
    files = members(archive)
    anchor = files['anchor.xml']
    root = ElementTree.fromstring(gzip.decompress(anchor) if anchor[:2] == b'\x1f\x8b' else anchor)
    regions = {region.get('id'): region.findtext('name') for region in root.iter('region')}
    tops = [Node(element, regions) for element in root.findall('program/cnode')]
    metric = next(metric for metric in root.iter('metric') if metric.findtext('uniq_name') == name)
    is_inclusive = metric.get('type') == 'INCLUSIVE'
    order = [node for top in tops for node in ((top, *top.children_first()) if is_inclusive else top.depth_first())]
    locations = sum(1 for _ in root.iter('location'))
    values = collections.defaultdict(lambda: [0] * locations)
    for position, row in _rows(files, metric.get('id'), TYPES[metric.findtext('dtype')], locations):
        values[order[position]] = list(row)
    own = collections.defaultdict(lambda: [0] * locations)
    for node in order:
        path, above = (), node
        while above:
            path, above = (above.name, *path), above.parent
        below = node.children if is_inclusive else ()
        for i in range(locations):
            own[path][i] += values[node][i] - sum(values[child][i] for child in below)
    return own
