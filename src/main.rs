fn main() {
    std::process::exit(alea::run(std::env::args_os()));
}
