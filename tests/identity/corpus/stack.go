package stack

import "errors"

var ErrEmpty = errors.New("stack: empty")

// Stack is last in, first out.
type Stack[T any] struct {
	items []T
}

func (s *Stack[T]) Push(item T) {
	s.items = append(s.items, item)
}

func (s *Stack[T]) Pop() (T, error) {
	var zero T
	if len(s.items) == 0 {
		return zero, ErrEmpty
	}
	last := len(s.items) - 1
	item := s.items[last]
	s.items = s.items[:last]
	return item, nil
}

func (s *Stack[T]) Peek() (T, error) {
	var zero T
	if len(s.items) == 0 {
		return zero, ErrEmpty
	}
	return s.items[len(s.items)-1], nil
}

func (s *Stack[T]) Len() int { return len(s.items) }
