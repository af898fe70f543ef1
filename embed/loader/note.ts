/** Writes one console line for the page's builder. The loader writes to the console only here. */
export function note(...words: unknown[]): void {
  // oxlint-disable-next-line no-console -- the console is where a builder looks when a block is missing
  console.warn('[bb]', ...words)
}
