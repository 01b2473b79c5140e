# SPDX-License-Identifier: GPL-3.0-or-later
# Assembler code between compiled functions: lines without a function of the debug information.
        .text
        .globl  first
        .type   first, @function
first:
        nop
        nop
        ret
        .size   first, . - first
label:
        nop
        ret
        .balign 32
        .globl  second
        .type   second, @function
second:
        call    first
        ret
        .size   second, . - second
