// SPDX-License-Identifier: GPL-3.0-or-later
// flags: -O2 -fno-inline-functions -fno-ipa-icf
// Templates with numbers as arguments. In version 2, names are written in another style, a dimension became a template
// argument, and equations are solved by another method. Lines with = list renamed words; lines with ! are regular
// expressions for functions without a match.
//= mat_multiply -> Multiply
//= mat_transpose -> Transpose
//= dot_product -> DotProduct
//= make_identity -> MakeIdentity
//= print_norm -> PrintNorm
//= lin -> linear
//! solve_gauss
//! swap_rows
//! load_table
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>
#define KEEP __attribute__((noinline))

#if VERSION == 1
namespace lin {
#define Multiply mat_multiply
#define Transpose mat_transpose
#define DotProduct dot_product
#define MakeIdentity make_identity
#define PrintNorm print_norm
#define linear lin
#else
namespace linear {
#endif
template <class T, int N>
struct Matrix {
  T cell[N][N];
  KEEP T& At(int row, int column) { return cell[row][column]; }
  KEEP T Trace() const {
    T sum = 0;
    for (int i = 0; i < N; ++i) sum += cell[i][i];
    return sum;
  }
};
template <class T, int N> KEEP T DotProduct(const T* a, const T* b) {
  T sum = 0;
  for (int i = 0; i < N; ++i) sum += a[i] * b[i];
  return sum;
}
template <class T, int N> KEEP Matrix<T, N> Transpose(const Matrix<T, N>& m) {
  Matrix<T, N> result;
  for (int i = 0; i < N; ++i) for (int j = 0; j < N; ++j) result.cell[j][i] = m.cell[i][j];
  return result;
}
template <class T, int N> KEEP Matrix<T, N> Multiply(const Matrix<T, N>& a, const Matrix<T, N>& b) {
  Matrix<T, N> result;
  const Matrix<T, N> turned = Transpose(b);
  for (int i = 0; i < N; ++i) for (int j = 0; j < N; ++j) result.cell[i][j] = DotProduct<T, N>(a.cell[i], turned.cell[j]);
  return result;
}
template <class T, int N> KEEP Matrix<T, N> MakeIdentity() {
  Matrix<T, N> result{};
  for (int i = 0; i < N; ++i) result.At(i, i) = 1;
  return result;
}
#if VERSION == 1
static KEEP void swap_rows(Matrix<double, 6>& m, int a, int b) {
  for (int i = 0; i < 6; ++i) { double kept = m.cell[a][i]; m.cell[a][i] = m.cell[b][i]; m.cell[b][i] = kept; }
}
KEEP double solve_gauss(Matrix<double, 6> m) {
  double determinant = 1;
  for (int i = 0; i < 6; ++i) {
    if (std::fabs(m.cell[i][i]) < 1e-9) swap_rows(m, i, (i + 1) % 6);
    if (m.cell[i][i] == 0) std::abort();
    determinant *= m.cell[i][i];
    for (int j = i + 1; j < 6; ++j) for (int k = 5; k >= i; --k) m.cell[j][k] -= m.cell[i][k] * m.cell[j][i] / m.cell[i][i];
  }
  return determinant;
}
KEEP int load_table(int size) { int sum = 0; for (int i = 0; i < size; ++i) sum += i * i % 7; return sum; }
KEEP double Scale(double value) { return value * 0.5; }
#else
struct Residual { double value = 1; KEEP void Update(double by) { value = value * 0.9 + by * 1e-9; } };
KEEP double iterate_jacobi(Matrix<double, 6> m, int steps) {
  Residual residual;
  for (int step = 0; step < steps; ++step) {
    for (int i = 0; i < 6; ++i) residual.Update(m.cell[i][i]);
    if (std::isnan(residual.value)) std::abort();
  }
  return residual.value;
}
KEEP std::vector<int> sample_points(unsigned seed) { return std::vector<int>(seed % 5 + 1, 3); }
KEEP double Scale(double value, double by) { return value * by; }
#endif
template <class T> KEEP void PrintNorm(T value) { if (value < T(-1000000)) std::puts("negative"); }
}  // namespace

int main() {
  using namespace linear;
  double sum = 0;
  auto d = MakeIdentity<double, 6>();
  auto f = MakeIdentity<float, 4>();
  for (int i = 0; i < 3000; ++i) {
    d = Multiply(d, MakeIdentity<double, 6>());
    if (i % 2 == 0) f = Multiply(f, f);
    if (i % 3 == 0) PrintNorm(d.Trace());
    if (i % 5 == 0) PrintNorm(f.Trace());
#if VERSION == 1
    sum += solve_gauss(d) + load_table(i % 10) + Scale(i);
#else
    if (i % 4 == 0) sum += iterate_jacobi(d, 5) + sample_points(i).size();
    sum += Scale(i, 0.5);
#endif
  }
  return sum < 0;
}
