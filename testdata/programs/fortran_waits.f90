! SPDX-License-Identifier: GPL-3.0-or-later
! Four ranks, and one planted wait in each procedure, as in rank_waits.c, but with MPI's names in Fortran: the messages
! of odd steps are sent through the module mpi, those of even steps through the module mpi_f08. Comments state which
! ranks wait, and for how many ms. A tag of 300 has two bytes that are not 0.
module older
  use mpi
  implicit none
  integer :: me
contains
  subroutine rest(milliseconds)
    integer, intent(in) :: milliseconds
    interface
      subroutine usleep(microseconds) bind(c)
        use iso_c_binding
        integer(c_int), value :: microseconds
      end subroutine
    end interface
    call usleep(1000 * milliseconds)
  end subroutine

  ! Rank 1 waits 40 ms for rank 0 to send.
  subroutine late_sender()
    integer :: word, error
    word = me
    if (me /= 1) call rest(40)
    if (me == 0) call MPI_Send(word, 1, MPI_INTEGER, 1, 300, MPI_COMM_WORLD, error)
    if (me == 1) call MPI_Recv(word, 1, MPI_INTEGER, 0, 300, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
  end subroutine

  ! Rank 2 waits 40 ms for rank 3 to receive.
  subroutine late_receiver()
    integer :: word, error
    word = me
    if (me == 2) call MPI_Ssend(word, 1, MPI_INTEGER, 3, 4, MPI_COMM_WORLD, error)
    if (me /= 2) call rest(40)
    if (me == 3) call MPI_Recv(word, 1, MPI_INTEGER, 2, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
  end subroutine

  ! Rank 3 waits 40 ms for the messages of ranks 0 and 1, which it began to receive before.
  subroutine late_requests()
    integer :: words(2), requests(2), error
    words = me
    if (me == 3) then
      call MPI_Irecv(words(1), 1, MPI_INTEGER, 0, 7, MPI_COMM_WORLD, requests(1), error)
      call MPI_Irecv(words(2), 1, MPI_INTEGER, 1, 8, MPI_COMM_WORLD, requests(2), error)
      call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, error)
    else
      call rest(40)
      if (me < 2) call MPI_Send(words, 1, MPI_INTEGER, 3, 7 + me, MPI_COMM_WORLD, error)
    end if
  end subroutine

  ! All ranks except rank 2 wait 40 ms each.
  subroutine late_broadcast()
    integer :: word, error
    word = 7
    if (me == 2) call rest(40)
    call MPI_Bcast(word, 1, MPI_INTEGER, 2, MPI_COMM_WORLD, error)
  end subroutine
end module

module newer
  use mpi_f08
  use older, only: me, rest
  implicit none
contains
  ! Rank 1 waits 40 ms for rank 0 to send.
  subroutine late_request()
    integer :: word
    type(MPI_Request) :: request
    word = me
    if (me == 1) then
      call MPI_Irecv(word, 1, MPI_INTEGER, 0, 5, MPI_COMM_WORLD, request)
      call MPI_Wait(request, MPI_STATUS_IGNORE)
    else
      call rest(40)
      if (me == 0) call MPI_Send(word, 1, MPI_INTEGER, 1, 5, MPI_COMM_WORLD)
    end if
  end subroutine

  ! Rank 1 waits 40 ms for all other ranks.
  subroutine early_reduce()
    integer :: mine, all
    mine = me
    if (me /= 1) call rest(40)
    call MPI_Reduce(mine, all, 1, MPI_INTEGER, MPI_SUM, 1, MPI_COMM_WORLD)
  end subroutine

  subroutine meet()
    call MPI_Barrier(MPI_COMM_WORLD)
  end subroutine
end module

subroutine work()
  use older
  use newer, only: late_request, early_reduce, meet
  implicit none
  call late_sender()
  call meet()
  call late_request()
  call meet()
  call late_receiver()
  call meet()
  call early_reduce()
  call meet()
  call late_requests()
  call meet()
  call late_broadcast()
  call meet()
end subroutine

program fortran_waits
  use older
  use newer, only: meet
  implicit none
  integer :: error
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, error)
  call meet()
  call work()
  call rest(10)
  call MPI_Finalize(error)
end program
