// A verifier that knows nothing of this program but what `help tiles` says: golang.org/x/mod/sumdb (note, tlog) does the
// checking, as it does for Go's own log of modules.
//
//	go run tiles_verifier.go KEY tiles URL [OLDER_CHECKPOINT]   every entry and record, and that the log only grew
//	go run tiles_verifier.go KEY proofs FILE…                   tlog-proofs
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func require(holds bool, what string, numbers ...interface{}) {
	if !holds {
		log.Fatalf(what, numbers...)
	}
}

type server struct{ url string }

func (s server) get(path string) []byte {
	answer, err := http.Get(s.url + "/" + path)
	must(err)
	defer answer.Body.Close()
	require(answer.StatusCode == 200, "%s: status %d", path, answer.StatusCode)
	content, err := io.ReadAll(answer.Body)
	must(err)
	return content
}

// A TileReader of golang.org/x/mod/sumdb/tlog, by the paths of c2sp.org/tlog-tiles: they leave out the height.
func (s server) Height() int { return 8 }
func (s server) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	var found [][]byte
	for _, each := range tiles {
		found = append(found, s.get(strings.Replace(each.Path(), "tile/8/", "tile/", 1)))
	}
	return found, nil
}
func (s server) SaveTiles([]tlog.Tile, [][]byte) {}

func opened(text []byte, key string) (tlog.Tree, string) {
	verifier, err := note.NewVerifier(key)
	must(err)
	found, err := note.Open(text, note.VerifierList(verifier))
	must(err)
	lines := strings.Split(found.Text, "\n")
	size, err := strconv.ParseInt(lines[1], 10, 64)
	must(err)
	root, err := tlog.ParseHash(lines[2])
	must(err)
	return tlog.Tree{N: size, Hash: root}, lines[0]
}

func name(kind string, at, width int64) string {
	path := tlog.Tile{H: 8, L: 0, N: at, W: int(width)}.Path()
	return strings.Replace(path, "tile/8/0/", kind+"/", 1)
}

func tiles(key, url, older string) {
	from := server{url}
	tree, origin := opened(from.get("checkpoint"), key)
	reader := tlog.TileHashReader(tree, from)
	previous := make([]byte, 32)
	for at := int64(0); at*256 < tree.N; at++ {
		width := tree.N - at*256
		if width > 256 {
			width = 256
		}
		entries := from.get(name("tile/entries", at, width))
		records := bytes.Split(from.get(name("records", at, width)), []byte("\n"))
		require(int64(len(records)) == width+1, "%d lines of %d", len(records)-1, width)
		var indexes []int64
		for n := at * 256; n < at*256+width; n++ {
			indexes = append(indexes, tlog.StoredHashIndex(0, n))
		}
		hashes, err := reader.ReadHashes(indexes)
		must(err)
		for n := int64(0); n < width; n++ {
			length := int(binary.BigEndian.Uint16(entries))
			entry := entries[2 : 2+length]
			entries = entries[2+length:]
			digest := sha256.Sum256(bytes.Join([][]byte{[]byte("bridge-ledger event 1\n"), previous, records[n]}, nil))
			require(bytes.Equal(entry, digest[:]), "#%d is not what its entry says", at*256+n+1)
			require(tlog.RecordHash(entry) == hashes[n], "#%d is not in the tree", at*256+n+1)
			previous = digest[:]
		}
		require(len(entries) == 0, "%d bytes after the last entry", len(entries))
		proof, err := tlog.ProveRecord(tree.N, at*256, reader)
		must(err)
		must(tlog.CheckRecord(proof, tree.N, tree.Hash, at*256, hashes[0]))
	}
	if older != "" {
		text, err := os.ReadFile(older)
		must(err)
		before, of := opened(text, key)
		require(of == origin, "another log")
		proof, err := tlog.ProveTree(tree.N, before.N, reader)
		must(err)
		must(tlog.CheckTree(proof, tree.N, tree.Hash, before.N, before.Hash))
		fmt.Printf("extends %d\n", before.N)
	}
	fmt.Printf("%s %d\n", origin, tree.N)
}

func proof(key, file string) {
	text, err := os.ReadFile(file)
	must(err)
	head, rest, _ := strings.Cut(string(text), "\n\n")
	lines := strings.Split(head, "\n")
	require(lines[0] == "c2sp.org/tlog-proof@v1", "no proof")
	extra, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(lines[1], "extra "))
	must(err)
	index, err := strconv.ParseInt(strings.TrimPrefix(lines[2], "index "), 10, 64)
	must(err)
	var hashes tlog.RecordProof
	for _, each := range lines[3:] {
		hash, err := tlog.ParseHash(each)
		must(err)
		hashes = append(hashes, hash)
	}
	tree, origin := opened([]byte(rest), key)
	entry := sha256.Sum256(extra)
	must(tlog.CheckRecord(hashes, tree.N, tree.Hash, index, tlog.RecordHash(entry[:])))
	fmt.Printf("%s %d of %d\n", origin, index, tree.N)
}

func main() {
	key, what, rest := os.Args[1], os.Args[2], os.Args[3:]
	if what == "proofs" {
		for _, each := range rest {
			proof(key, each)
		}
		return
	}
	tiles(key, rest[0], strings.Join(rest[1:], ""))
}
