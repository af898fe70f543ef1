/** One line in the console for the builder of the page; the only place where the loader writes there. */
export function note(...words: unknown[]): void {
  // oxlint-disable-next-line no-console -- the console is where a builder looks when a block is missing
  console.warn('[bb]', ...words)
}
