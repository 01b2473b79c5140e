# SPDX-License-Identifier: GPL-3.0-or-later
"""Generates C and C++ programs of many thousands of lines, and compiles them with the system's compiler."""
import os
import shutil
from concurrent.futures import ThreadPoolExecutor

from images import run

_HELPERS = """#include <stddef.h>
void fail(const char *why) __attribute__((cold, noreturn));
static inline unsigned mix(unsigned x, unsigned y) { x ^= y << 5; x += y >> 3; return x * 2654435761u; }
static inline int clamp(int x, int low, int high) {
  if (x < low) return low;
  return x > high ? high : x;
}
static inline unsigned scan(const unsigned char *p, size_t n, unsigned h) {
  for (size_t i = 0; i < n; ++i) {
    if (p[i] == 0) break;
    h = mix(h, p[i]);
  }
  return h;
}
extern int table[256], other[256];
"""


def _case(k, source):
    """Returns one case of a switch, in a form chosen at random."""
    a, b, c = source.randrange(1, 99), source.randrange(1, 250), source.randrange(3, 12)
    forms = [
        f'h = mix(h, x * {a});\n      table[h & {b}] += x;',
        f'for (int i = 0; i < (x & {c}); ++i) {{\n        h += table[(i + {a}) & 255] * other[i];\n'
        f'        if (h & 1) other[{b}] = clamp(x, {a}, {a + b});\n      }}',
        f'x = clamp(x - {a}, {c}, {b + c});\n      h ^= scan(p, (size_t)x, h);',
        f'if (table[{b}] > x && other[{a}] < {b})\n        h = mix((unsigned)x, h);\n      else\n        x += {a};',
        f'while (h > {b * 1000}u) {{\n        h /= {c};\n        table[h % {b + 1}]--;\n      }}',
        f'h = scan(p + {a}, {c}, mix(h, {b}));\n      x ^= (int)h;',
    ]
    return f'    case {k}:\n      {source.choice(forms)}\n      break;\n'


def _switching(i, total, cases, source):
    """Returns a function of about a kilobyte at -O2: a loop around a switch, with inlined helpers, and calls at the
    end. One of these functions has a cold part, which GCC places before all other code: gprof is slow because of the
    large amount of code between the two parts."""
    body = ''.join(_case(k, source) for k in range(cases))
    cold = '  if (p == NULL) fail("no text");\n' if i == total * 3 // 8 else ''
    callee = source.randrange(total)
    return (f'unsigned work_{callee}(int, const unsigned char *);\n'
            f'unsigned work_{i}(int x, const unsigned char *p) {{\n  unsigned h = {i};\n{cold}'
            f'  for (int round = 0; round < x; ++round) {{\n    switch ((x + round) & 15) {{\n{body}'
            f'    default:\n      h += scan(p, 9, h);\n    }}\n  }}\n'
            f'  if (h > 5) h += work_{callee}(x - 1, p);\n  return h;\n}}\n\n')


def _small(i, total, source):
    """Returns a function of a few lines, which usually ends where padding begins."""
    a, b = source.randrange(1, 99), source.randrange(total)
    forms = [f'  if (x > {a}) x = clamp(x, {a}, {a * 3});\n  return mix((unsigned)x, {a});',
             f'  for (int i = 0; i < x; ++i) table[i & 255] += {a};\n  return (unsigned)x;',
             f'  unsigned h = work_{b}(x - 1, p);\n  table[{a}] = (int)h;\n  return h ^ {a};']
    return (f'unsigned work_{b}(int, const unsigned char *);\nunsigned work_{i}(int x, const unsigned char *p) {{\n'
            f'  (void)p;\n{source.choice(forms)}\n}}\n\n')


def _compile(folder, units, compiler, flags):
    def one(name):
        run(compiler, *flags, '-c', name, '-o', name + '.o', cwd=folder)
        return name + '.o'

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(one, units))


def _program(path, suffix, units, compiler, flags):
    """Compiles each of the units from a source file of its own, and links them."""
    folder = path + '.parts'
    os.makedirs(folder, exist_ok=True)
    names = []
    for i, unit in enumerate(units):
        names.append(f'unit_{i}{suffix}')
        with open(os.path.join(folder, names[-1]), 'w') as file:
            file.write(unit)
    objects = _compile(folder, names, compiler, flags)
    run(compiler, *flags, '-no-pie', '-o', path, *objects, cwd=folder)
    shutil.rmtree(folder)


def _c_program(path, count, per_unit, function):
    units = [_HELPERS + ''.join(function(i) for i in range(first, min(first + per_unit, count)))
             for first in range(0, count, per_unit)]
    units.append('#include <stdlib.h>\nvoid fail(const char *why) { abort(); }\n'
                 'int table[256], other[256];\nunsigned work_0(int, const unsigned char *);\n'
                 "int main(void) { return (int)work_0(3, (const unsigned char *)\"abc\"); }\n")
    _program(path, '.c', units, 'gcc', ['-O2', '-g', '-w', '-fno-toplevel-reorder'])


def switching_program(path, count, source):
    _c_program(path, count, count, lambda i: _switching(i, count, 9, source))


def small_functions_program(path, count, source):
    _c_program(path, count, 1000, lambda i: _small(i, count, source))


_TEMPLATES = r"""#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <unordered_map>
#include <variant>
#include <vector>
namespace application { namespace model {
struct Tag000 { int value; bool operator<(const Tag000 &o) const { return value < o.value; } };
template <class T> struct Versioned { T now, before; bool operator<(const Versioned &o) const { return now < o.now; } };
template <int N> struct Level {
  using Below = typename Level<N - 1>::Table;
  using Key = std::tuple<Versioned<Tag000>, std::string, typename Level<N - 1>::Key>;
  using Table = std::map<Key, std::vector<Versioned<Key>>>;
};
template <> struct Level<0> {
  using Key = std::pair<Tag000, std::string>;
  using Table = std::map<Key, int>;
};
template <int N> int fill(int n) {
  typename Level<N>::Table table;
  typename Level<N>::Key key;
  table[key].push_back({});
  std::function<bool(const typename Level<N>::Key &, const typename Level<N>::Key &)> less =
      [](const auto &a, const auto &b) { return a < b; };
  auto &list = table[key];
  std::sort(list.begin(), list.end());
  std::unordered_map<std::string, std::shared_ptr<typename Level<N>::Table>> named;
  named["a"] = std::make_shared<typename Level<N>::Table>(table);
  std::variant<typename Level<N>::Key, typename Level<N>::Table> either = key;
  return less(key, key) + int(list.size()) + int(named.size()) + int(either.index()) + n;
}
int use_Tag000(int n) { return fill<1>(n) + fill<2>(n) + fill<3>(n) + fill<4>(n) + fill<5>(n) + fill<6>(n); }
} }
"""


def template_program(path, units):
    """Makes a program with nested containers of the standard library, in each unit for a different type. The names of
    their functions are kilobytes long. Only one unit is compiled; the assembler code of the other units differs only in
    the names of the type and the source file."""
    folder = path + '.parts'
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, 'unit.cc'), 'w') as file:
        file.write(_TEMPLATES)
    run('g++', '-std=c++20', '-O0', '-g', '-S', 'unit.cc', '-o', 'unit.s', cwd=folder)
    with open(os.path.join(folder, 'unit.s')) as file:
        text = file.read()
    names = [f'unit_{i}.s' for i in range(units)]
    for i, name in enumerate(names):
        with open(os.path.join(folder, name), 'w') as file:
            file.write(text.replace('Tag000', f'Tag{i:03}').replace('unit.cc', f'unit_{i}.cc'))
    objects = _compile(folder, names, 'g++', [])
    with open(os.path.join(folder, 'main.cc'), 'w') as file:
        file.write('int main() { return 0; }\n')
    run('g++', '-no-pie', '-o', path, 'main.cc', *objects, cwd=folder)
    shutil.rmtree(folder)


def hello_program(path):
    _program(path, '.c', ['#include <stdio.h>\nint main(void) { puts("Hello, world"); return 0; }\n'], 'gcc', ['-pg'])
