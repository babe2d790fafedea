fn main() {
    alea::protocol::engine::serve().unwrap();
}
