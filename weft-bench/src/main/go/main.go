// The works of the task suite in Go. It answers lines on its standard input as TaskProgram.java
// does, and ends when its input ends.
package main

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	workers        = 2
	children       = 10
	producers      = 4
	mpscCapacity   = 1000
	selectCapacity = 100
	yielding       = 1000
	locking        = 100
	minWarmRounds  = 2
)

var works = map[string]func(int){
	"spawn":           spawnAll,
	"chain":           chain,
	"oneshot":         oneshots,
	"skynet-joins":    func(n int) { skynetJoins(0, n) },
	"skynet-channels": skynetChannels,
	"pingpong-1":      func(n int) { pingPong(1, n) },
	"pingpong-1000":   func(n int) { pingPong(1000, n/1000) },
	"mpsc":            mpsc,
	"yield":           yields,
	"mutex":           mutex,
	"memory":          hold,
	"timers":          timers,
}

func main() {
	runtime.GOMAXPROCS(workers)
	first := make(chan bool)
	go func() { first <- true }()
	<-first
	fmt.Println("ready", os.Getpid())
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		words := strings.Split(in.Text(), " ")
		switch words[0] {
		case "warm":
			fmt.Println("warm", warm(work(words[1]), number(words[2]), number(words[3])))
		case "run":
			start := time.Now()
			work(words[1])(number(words[2]))
			fmt.Println("run", time.Since(start).Nanoseconds())
		case "heap":
			fmt.Println("heap", liveBytes())
		default:
			fail("the command " + in.Text() + " is unknown")
		}
	}
}

func fail(message string) {
	fmt.Fprintln(os.Stderr, "go: "+message)
	os.Exit(1)
}

func work(name string) func(int) {
	found, ok := works[name]
	if !ok {
		fail("the work " + name + " is unknown")
	}
	return found
}

func number(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		fail(text + " is no number")
	}
	return n
}

func warm(work func(int), size, millis int) int {
	start := time.Now()
	rounds := 0
	for rounds < minWarmRounds || time.Since(start) < time.Duration(millis)*time.Millisecond {
		work(size)
		rounds++
	}
	return rounds
}

// Heap and stacks, as both hold what a goroutine needs; what is free goes back to the system.
func liveBytes() uint64 {
	debug.FreeOSMemory()
	debug.FreeOSMemory()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc + stats.StackInuse
}

func spawnAll(n int) {
	var all sync.WaitGroup
	all.Add(n)
	for i := 0; i < n; i++ {
		go all.Done()
	}
	all.Wait()
}

// Each goroutine starts the next one and ends.
func chain(depth int) {
	end := make(chan bool)
	go link(depth, end)
	<-end
}

func link(left int, end chan<- bool) {
	if left == 0 {
		end <- true
	} else {
		go link(left-1, end)
	}
}

// A channel for one value, sent by a new goroutine, one after another.
func oneshots(n int) {
	for i := 0; i < n; i++ {
		answer := make(chan bool, 1)
		go func() { answer <- true }()
		<-answer
	}
}

func skynetJoins(first int64, leaves int) int64 {
	if leaves == 1 {
		return first
	}
	each := leaves / children
	var sums [children]int64
	var all sync.WaitGroup
	all.Add(children)
	for i := 0; i < children; i++ {
		go func() {
			sums[i] = skynetJoins(first+int64(i*each), each)
			all.Done()
		}()
	}
	all.Wait()
	var sum int64
	for _, one := range sums {
		sum += one
	}
	return sum
}

func skynetChannels(leaves int) {
	root := make(chan int64, 1)
	go node(0, leaves, root)
	<-root
}

func node(first int64, leaves int, parent chan<- int64) {
	if leaves == 1 {
		parent <- first
		return
	}
	each := leaves / children
	channel := make(chan int64, children)
	for i := 0; i < children; i++ {
		go node(first+int64(i*each), each, channel)
	}
	var sum int64
	for i := 0; i < children; i++ {
		sum += <-channel
	}
	parent <- sum
}

// Pairs of goroutines that send one message to and fro.
func pingPong(pairs, rounds int) {
	var all sync.WaitGroup
	all.Add(2 * pairs)
	for i := 0; i < pairs; i++ {
		there := make(chan int, 1)
		back := make(chan int, 1)
		go func() {
			for round := 0; round < rounds; round++ {
				back <- <-there
			}
			all.Done()
		}()
		go func() {
			for round := 0; round < rounds; round++ {
				there <- 1
				<-back
			}
			all.Done()
		}()
	}
	all.Wait()
}

func mpsc(messages int) {
	channel := make(chan int, mpscCapacity)
	for i := 0; i < producers; i++ {
		go produce(messages/producers, channel)
	}
	for i := 0; i < messages; i++ {
		<-channel
	}
}

func produce(messages int, out chan<- int) {
	for i := 0; i < messages; i++ {
		out <- 1
	}
}

func yields(n int) {
	times(yielding, func() {
		for i := 0; i < n/yielding; i++ {
			runtime.Gosched()
		}
	})
}

// All want the same lock, for a moment each time.
func mutex(locks int) {
	var lock sync.Mutex
	count := 0
	times(locking, func() {
		for i := 0; i < locks/locking; i++ {
			lock.Lock()
			count++
			lock.Unlock()
		}
	})
}

func times(n int, body func()) {
	var all sync.WaitGroup
	all.Add(n)
	for i := 0; i < n; i++ {
		go func() {
			body()
			all.Done()
		}()
	}
	all.Wait()
}

// Returns when all sleep, and lets them.
func hold(tasks int) {
	var started sync.WaitGroup
	started.Add(tasks)
	for i := 0; i < tasks; i++ {
		go func() {
			started.Done()
			time.Sleep(time.Hour)
		}()
	}
	started.Wait()
}

func timers(n int) {
	var ended sync.WaitGroup
	ended.Add(n)
	for i := 0; i < n; i++ {
		delay := time.Duration(spreadMillis(i)) * time.Millisecond
		go func() {
			time.Sleep(delay)
			ended.Done()
		}()
	}
	ended.Wait()
}

// As in Spread.java.
func spreadMillis(index int) int64 {
	return 1000 + int64(uint64(uint32(index)*0x9E3779B9)*4000>>32)
}
