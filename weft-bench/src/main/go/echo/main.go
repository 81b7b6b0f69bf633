// The echo server in Go: a goroutine for each connection. It answers lines on its standard input as
// Control.java does, and ends when its input ends.
package main

import (
	"bufio"
	"fmt"
	"net"
	"os"
	"runtime"
	"runtime/debug"
)

const (
	workers = 2
	bytes   = 16 << 10
)

func main() {
	runtime.GOMAXPROCS(workers)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		fail(err.Error())
	}
	go serve(listener)
	fmt.Println("ready", listener.Addr().(*net.TCPAddr).Port)
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		if in.Text() != "heap" {
			fail("the command " + in.Text() + " is unknown")
		}
		fmt.Println("heap", liveBytes())
	}
}

func fail(message string) {
	fmt.Fprintln(os.Stderr, "go: "+message)
	os.Exit(1)
}

func serve(listener net.Listener) {
	for {
		conn, err := listener.Accept()
		if err != nil {
			fail(err.Error())
		}
		go echo(conn)
	}
}

// TCP_NODELAY is on by default.
func echo(conn net.Conn) {
	defer conn.Close()
	buffer := make([]byte, bytes)
	for {
		count, err := conn.Read(buffer)
		if err != nil {
			return
		}
		if _, err := conn.Write(buffer[:count]); err != nil {
			return
		}
	}
}

// Gives what is free back to the system, too.
func liveBytes() uint64 {
	debug.FreeOSMemory()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}
