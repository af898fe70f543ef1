/** Rows around the visible ones that are rendered too, so that fast scrolling shows no gaps. */
const MARGIN = 5
/** Browsers limit the height of an element: Firefox at 17.8 million pixels. */
export const MOST_HEIGHT = 15_000_000

export interface RowWindow {
  /** First row to render. */
  first: number
  /** Row after the last one to render. */
  end: number
}

/** Rows to render at a scroll position. All sizes are pixels. */
export function rowWindow(scrollTop: number, height: number, rowHeight: number, total: number): RowWindow {
  const most = Math.floor(MOST_HEIGHT / rowHeight)
  const count = Math.min(total, most)
  const first = Math.max(0, Math.floor(scrollTop / rowHeight) - MARGIN)
  const end = Math.min(count, Math.ceil((scrollTop + height) / rowHeight) + MARGIN)
  return { first: Math.min(first, Math.max(0, count - 1)), end }
}

/** The pages with these rows. */
export function pagesOf({ first, end }: RowWindow, pageSize: number): number[] {
  if (end <= first) return []
  const from = Math.floor(first / pageSize)
  const to = Math.floor((end - 1) / pageSize)
  return Array.from({ length: to - from + 1 }, (_, at) => from + at)
}

/** The scroll position that shows a row whole; the given one if it does. */
export function scrollToRow(scrollTop: number, height: number, rowHeight: number, row: number): number {
  const top = row * rowHeight
  if (top < scrollTop) return top
  return top + rowHeight > scrollTop + height ? top + rowHeight - height : scrollTop
}
