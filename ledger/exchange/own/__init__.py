"""Our own file, as JSON: a session as it stands, all of it that a score rests on, to be read again by `import`.

`document` is what stands in it, `write` makes one of a session, `read` a sheet of one. By itself it is what
`export FILE.json` writes; beside a file of another program, as its companion, it says what that format cannot, and
names the file by its SHA-256."""
