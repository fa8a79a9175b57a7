// Replaced by the first page.
