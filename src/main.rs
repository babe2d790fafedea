use alea::game::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let d: u32 = a[1].parse().unwrap();
    for p in alea::tools::bench::MIDDLE_GAMES {
        let g = alea::games::dice::DiceChess::parse(p).unwrap();
        let (_, r) = alea::tools::bench::run(&g, d, 64);
        println!("{} {:.2}", r.nodes, r.seconds);
    }
}
