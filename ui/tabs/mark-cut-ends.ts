/**
 * Marks a row of tabs with the ends at which it goes on outside of what is visible, as `data-cut`, so that they
 * fade out (tabs.css). A row that is cut between two words otherwise looks complete.
 * @returns a function that stops it
 */
export function markCutEnds(row: HTMLElement): () => void {
  const mark = () => {
    const before = row.scrollLeft
    const after = row.scrollWidth - row.clientWidth - before
    // Browsers round positions, so one pixel is no scrolling.
    row.dataset.cut = [before > 1 ? 'start' : '', after > 1 ? 'end' : ''].join(' ').trim()
  }
  mark()
  const observer = new ResizeObserver(mark)
  observer.observe(row)
  row.addEventListener('scroll', mark, { passive: true })
  return () => {
    observer.disconnect()
    row.removeEventListener('scroll', mark)
  }
}
