! SPDX-License-Identifier: GPL-3.0-or-later
! See modules_main.f90.
module shapes
  implicit none
  private
  public :: area, scale, vector, operator(+)
  type :: vector
    real(8) :: x = 0, y = 0
  contains
    procedure :: length
  end type vector
  interface operator(+)
    module procedure add_vectors
  end interface
  interface scale
    module procedure scale_integer, scale_real
  end interface
  real(8), save :: total = 0
contains
  function add_vectors(a, b) result(c)
    type(vector), intent(in) :: a, b
    type(vector) :: c
    c%x = a%x + b%x
    c%y = a%y + b%y
  end function add_vectors

  function length(self)
    class(vector), intent(in) :: self
    real(8) :: length
    length = sqrt(self%x**2 + self%y**2)
  end function length

  integer function scale_integer(n)
    integer, intent(in) :: n
    scale_integer = n * 2
  end function scale_integer

  real(8) function scale_real(x)
    real(8), intent(in) :: x
    scale_real = x * 2
  end function scale_real

  ! A contained procedure that uses variables of its host.
  real(8) function area(n)
    integer, intent(in) :: n
    integer :: i
    area = 0
    do i = 1, n
      call one_step(i)
    end do
    total = total + area
  contains
    subroutine one_step(i)
      integer, intent(in) :: i
      integer :: k
      do k = 1, 300000
        area = area * 0.5d0 + real(i + k, 8)
      end do
    end subroutine one_step
  end function area
end module shapes
