package main

import (
	"runtime"
	"sync"
	"time"
)

const (
	spscCapacity      = 64
	mpmcCapacity      = 1000
	broadcastCapacity = 1000
	sides             = 4
	ahead             = 64
	atOnce            = 16
	sources           = 4
	long              = time.Hour
)

func init() {
	works["channels-spsc"] = func(n int) { oneToOne(make(chan int, spscCapacity), n) }
	works["channels-rendezvous"] = func(n int) { oneToOne(make(chan int), n) }
	works["channels-mpmc"] = mpmc
	works["channels-broadcast"] = broadcast
	works["select-2"] = selectTwo
	works["select-8"] = selectEight
	works["select-timeout"] = receiveInTime
	works["streams-buffered"] = buffered
	works["streams-mapasync"] = mapAsync
	works["streams-merge"] = merge
}

// As in Sums.java.
func check(expected, sum int) {
	if sum != expected {
		fail("the items add up to something else than expected")
	}
}

func sumTo(last int) int {
	return last * (last + 1) / 2
}

func receive(messages int, in <-chan int) int {
	sum := 0
	for i := 0; i < messages; i++ {
		sum += <-in
	}
	return sum
}

func oneToOne(channel chan int, messages int) {
	go produce(messages, channel)
	check(messages, receive(messages, channel))
}

// Each receiver takes its part of the messages, whichever they are.
func mpmc(messages int) {
	channel := make(chan int, mpmcCapacity)
	sums := make(chan int, sides)
	for i := 0; i < sides; i++ {
		go func() { sums <- receive(messages/sides, channel) }()
		go produce(messages/sides, channel)
	}
	check(messages, receive(sides, sums))
}

// A channel for each receiver.
func broadcast(messages int) {
	var channels [sides]chan int
	sums := make(chan int, sides)
	for i := range channels {
		channels[i] = make(chan int, broadcastCapacity)
		go func() { sums <- receive(messages, channels[i]) }()
	}
	for i := 0; i < messages; i++ {
		for _, channel := range channels {
			channel <- 1
		}
	}
	check(sides*messages, receive(sides, sums))
}

// A channel whose messages come from a goroutine of its own.
func source(messages int) <-chan int {
	channel := make(chan int, selectCapacity)
	go produce(messages, channel)
	return channel
}

// Takes from whichever of two channels has a message.
func selectTwo(messages int) {
	left, right := source(messages/2), source(messages/2)
	sum := 0
	for i := 0; i < messages; i++ {
		select {
		case message := <-left:
			sum += message
		case message := <-right:
			sum += message
		}
	}
	check(messages, sum)
}

func selectEight(messages int) {
	var in [8]<-chan int
	for i := range in {
		in[i] = source(messages / len(in))
	}
	a, b, c, d, e, f, g, h := in[0], in[1], in[2], in[3], in[4], in[5], in[6], in[7]
	sum := 0
	for i := 0; i < messages; i++ {
		var message int
		select {
		case message = <-a:
		case message = <-b:
		case message = <-c:
		case message = <-d:
		case message = <-e:
		case message = <-f:
		case message = <-g:
		case message = <-h:
		}
		sum += message
	}
	check(messages, sum)
}

// Each message is waited for with a time limit, which is never reached.
func receiveInTime(messages int) {
	in := source(messages)
	timer := time.NewTimer(long)
	defer timer.Stop()
	sum := 0
	for i := 0; i < messages; i++ {
		timer.Reset(long)
		select {
		case message := <-in:
			sum += message
		case <-timer.C:
			fail("the time limit is over")
		}
	}
	check(messages, sum)
}

func sendNumbers(first, count int, out chan<- int) {
	for i := first; i < first+count; i++ {
		out <- i
	}
}

func sumOf(in <-chan int) int {
	sum := 0
	for number := range in {
		sum += number
	}
	return sum
}

// One goroutine brings the items, another one adds them up.
func buffered(items int) {
	channel := make(chan int, ahead)
	go func() {
		sendNumbers(1, items, channel)
		close(channel)
	}()
	check(sumTo(items), sumOf(channel))
}

// As many goroutines as there may be at once take the items and bring their results.
func mapAsync(items int) {
	numbers := make(chan int, ahead)
	mapped := make(chan int, ahead)
	go func() {
		sendNumbers(1, items, numbers)
		close(numbers)
	}()
	closeAfter(mapped, atOnce, func(int) {
		for number := range numbers {
			runtime.Gosched()
			mapped <- number
		}
	})
	check(sumTo(items), sumOf(mapped))
}

// Each source is a goroutine.
func merge(items int) {
	each := items / sources
	merged := make(chan int, ahead)
	closeAfter(merged, sources, func(i int) { sendNumbers(i*each+1, each, merged) })
	check(sumTo(items), sumOf(merged))
}

// Closes a channel when all who send into it have ended.
func closeAfter(channel chan int, senders int, body func(int)) {
	var ended sync.WaitGroup
	ended.Add(senders)
	for i := 0; i < senders; i++ {
		go func() {
			body(i)
			ended.Done()
		}()
	}
	go func() {
		ended.Wait()
		close(channel)
	}()
}
