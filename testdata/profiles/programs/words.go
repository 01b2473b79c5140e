// SPDX-License-Identifier: GPL-3.0-or-later
// The Go program of the pairs: parse does twice the work and keeps twice the memory in version 2.
//
//	words VERSION CPU-PROFILE HEAP-PROFILE
package main

import (
	"context"
	"os"
	"runtime"
	"runtime/pprof"
	"sort"
	"strconv"
)

var sink uint32
var kept [][]byte

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func mix(value, rounds uint32) uint32 {
	return value ^ (value<<5 + value>>2 + rounds)
}

//go:noinline
func parse(rounds int) {
	value := uint32(1)
	for i := 0; i < rounds; i++ {
		value = mix(value, uint32(i))
	}
	sink = value
	for i := 0; i < rounds/100000; i++ {
		kept = append(kept, make([]byte, 1000))
	}
}

//go:noinline
func order(count int) {
	numbers := make([]int, count)
	value := uint32(7)
	for i := range numbers {
		value = value*1103515245 + 12345
		numbers[i] = int(value >> 3)
	}
	sort.Slice(numbers, func(a, b int) bool { return numbers[a] < numbers[b] })
	kept = append(kept, make([]byte, count))
}

// Calls itself.
//
//go:noinline
func descend(depth int) {
	if depth == 0 {
		order(300000)
		return
	}
	descend(depth - 1)
}

func main() {
	runtime.MemProfileRate = 4096
	version, err := strconv.Atoi(os.Args[1])
	must(err)
	profile, err := os.Create(os.Args[2])
	must(err)
	must(pprof.StartCPUProfile(profile))
	for i := 0; i < 24; i++ {
		pprof.Do(context.Background(), pprof.Labels("phase", "parse"), func(context.Context) { parse(30000000 * version) })
		pprof.Do(context.Background(), pprof.Labels("phase", "order"), func(context.Context) { descend(3) })
	}
	done := make(chan bool)
	go func() { order(1000000); done <- true }()
	<-done
	pprof.StopCPUProfile()
	runtime.GC() // a heap profile contains the memory in use at the last collection
	heap, err := os.Create(os.Args[3])
	must(err)
	must(pprof.Lookup("heap").WriteTo(heap, 0))
}
