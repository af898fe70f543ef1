/** What a side panel needs to know of the list whose row it shows. */
export interface RowSteps {
  onNext: (() => void) | undefined
  onPrevious: (() => void) | undefined
  /** The button that opens the row. */
  opener: () => HTMLElement | null
}

/**
 * Finds the neighbors of a row in its list.
 * @param ids of the rows, in their order
 * @param current the row that is shown; it may be missing from the list
 * @param open shows another row
 */
export function rowSteps(ids: readonly string[], current: string, open: (id: string) => void): RowSteps {
  const at = ids.indexOf(current)
  const neighbor = (by: 1 | -1) => (at < 0 ? undefined : ids[at + by])
  const step = (id: string | undefined) => (id === undefined ? undefined : () => open(id))
  return {
    onNext: step(neighbor(1)),
    onPrevious: step(neighbor(-1)),
    opener: () => document.querySelector(`[data-row="${CSS.escape(current)}"] .bb-row-open`),
  }
}
