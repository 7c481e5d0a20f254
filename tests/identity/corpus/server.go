package main

import (
	"log"
	"net/http"
	"time"
)

func logged(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		begin := time.Now()
		next.ServeHTTP(w, r)
		log.Printf("%s %s took %s", r.Method, r.URL.Path, time.Since(begin))
	})
}

func main() {
	// ハンドラーを登録する
	mux := http.NewServeMux()
	mux.HandleFunc("/health", func(w http.ResponseWriter, r *http.Request) {
		log.Printf("health asked")
		w.WriteHeader(http.StatusOK)
	})
	mux.HandleFunc("/stop", func(w http.ResponseWriter, r *http.Request) {
		log.Printf("stop asked")
		w.WriteHeader(http.StatusForbidden)
	})
	log.Printf("listening")
	if err := http.ListenAndServe(":8080", logged(mux)); err != nil {
		log.Printf("ended: %v", err)
	}
	log.Printf("bye")
}
