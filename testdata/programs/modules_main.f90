! SPDX-License-Identifier: GPL-3.0-or-later
! Fortran: module procedures, contained procedures, recursion, a generic interface, an operator.
! Calls in version 1 and 2:
! CALLS __shapes_MOD_area 10 10
! CALLS one_step.0 100 150
! CALLS fibonacci.1 1 1
! CALLS __shapes_MOD_scale_integer 20 20
program modules
  use shapes
  implicit none
  integer :: i, sum
  real(8) :: x
  type(vector) :: a, b
  x = 0
  sum = 0
  do i = 1, 10
#if VERSION == 2
    x = x + area(15)
#else
    x = x + area(10)
#endif
  end do
  do i = 1, 20
    sum = sum + scale(i)
    b%x = scale(real(i, 8))
    a = a + b
  end do
  sum = sum + fibonacci(18) + int(a%length())
  call report(sum)
contains
  recursive integer function fibonacci(n) result(f)
    integer, intent(in) :: n
    if (n < 2) then
      f = n
    else
      f = fibonacci(n - 1) + fibonacci(n - 2)
    end if
  end function fibonacci

  subroutine report(n)
    integer, intent(in) :: n
    print *, n, x > 0
  end subroutine report
end program modules
