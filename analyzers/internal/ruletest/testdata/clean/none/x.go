// A program without tools.
package main

func main() {}
