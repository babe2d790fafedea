//! Lines of text to the client.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Where lines go; shared by the loop and the search threads. Every line is flushed.
#[derive(Clone)]
pub struct Output(Arc<Mutex<Box<dyn Write + Send>>>);

impl Output {
    /// Lines to this writer.
    pub fn new(writer: impl Write + Send + 'static) -> Self {
        Output(Arc::new(Mutex::new(Box::new(writer))))
    }

    /// Lines to standard output.
    pub fn stdout() -> Self {
        Self::new(io::stdout())
    }

    fn lock(&self) -> MutexGuard<'_, Box<dyn Write + Send>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes one line, or several if the text has line breaks.
    pub fn line(&self, text: &str) {
        self.line_after(text, || ());
    }

    /// Does something and writes a line, both before anybody else can write.
    pub fn line_after(&self, text: &str, first: impl FnOnce()) {
        let mut writer = self.lock();
        first();
        let written = writeln!(writer, "{text}").and_then(|()| writer.flush());
        if written.is_err() {
            // Nobody listens any more: as good as `quit`.
            std::process::exit(0);
        }
    }

    /// Writes a refusal.
    pub fn error(&self, error: &impl std::fmt::Display) {
        self.line(&format!("info string error: {error}"));
    }
}
