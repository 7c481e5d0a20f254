package ring

import "sync"

// Ring keeps the last lines written to it.
type Ring struct {
	mu    sync.Mutex
	lines []string
	next  int
	full  bool
}

func New(size int) *Ring {
	return &Ring{lines: make([]string, size)}
}

func (r *Ring) Add(line string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.lines[r.next] = line
	r.next++
	if r.next == len(r.lines) {
		r.next, r.full = 0, true
	}
}

func (r *Ring) Lines() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.full {
		return append([]string(nil), r.lines[:r.next]...)
	}
	return append(append([]string(nil), r.lines[r.next:]...), r.lines[:r.next]...)
}
