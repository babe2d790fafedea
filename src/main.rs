fn main() {
    let a: Vec<String> = std::env::args().collect();
    alea::tools::bench::bench(Some(&a[1]), a.get(2).and_then(|d| d.parse().ok())).unwrap();
}
