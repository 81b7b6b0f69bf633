module weftecho

go 1.22
