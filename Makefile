# Builds the release binary under the name that engine testing frameworks pass: make EXE=name
EXE ?= alea

.PHONY: all clean
all:
	cargo build --release
	@if [ "$$(realpath target/release/alea)" != "$$(realpath -m $(EXE))" ]; then cp target/release/alea $(EXE); fi

clean:
	cargo clean
