# SPDX-License-Identifier: GPL-3.0-or-later
"""Pairs the functions of two files by name and image, and computes the significance of their samples."""
import collections
import fractions
import math
import re


def plain_image(image):
    """Returns the base name of an image without version numbers. For example, libx.so.6 and libx-2.36.so both become
    libx.so."""
    name = image.rsplit('/', 1)[-1]
    name = re.sub(r'(\.so)\..*$', r'\1', name)
    return re.sub(r'-[0-9.]+(?=\.so$|$)', '', name)


def pair_functions(base, other):
    """Matches functions, which are pairs (name, image). Returns triples (base, other, rule); the rule is 'name' or
    'image'. A function without a match has None for the other side and the rule."""
    names = collections.defaultdict(lambda: ([], []))
    for side, functions in enumerate((base, other)):
        for function in functions:
            names[function[0]][side].append(function)
    pairs = []
    for mine, theirs in names.values():
        if len(mine) == len(theirs) == 1:
            pairs.append((mine[0], theirs[0], 'name'))
            continue
        mine, theirs = list(mine), list(theirs)
        for function in list(mine):
            same = [one for one in theirs if plain_image(one[1]) == plain_image(function[1])]
            if len(same) == 1 and sum(plain_image(one[1]) == plain_image(function[1]) for one in mine) == 1:
                pairs.append((function, same[0], 'image'))
                mine.remove(function)
                theirs.remove(same[0])
        if len(mine) == len(theirs) == 1:
            pairs.append((mine.pop(), theirs.pop(), 'image'))
        pairs += [(one, None, None) for one in mine] + [(None, one, None) for one in theirs]
    return pairs


def chance(base, other):
    """Returns the exact two-sided probability that two sample counts with the same sum differ at least as much as
    these, if both sides have the same true rate of samples."""
    total, less = base + other, min(base, other)
    tail = fractions.Fraction(sum(math.comb(total, k) for k in range(less + 1)), 2 ** total)
    return float(min(1, 2 * tail))


def corrected(chances):
    """Returns probabilities, given by key, corrected for multiple comparisons by the method of Benjamini and
    Hochberg."""
    order = sorted(chances, key=chances.get)
    found, least = {}, 1.0
    for rank in range(len(order), 0, -1):
        least = min(least, chances[order[rank - 1]] * len(order) / rank)
        found[order[rank - 1]] = least
    return found
