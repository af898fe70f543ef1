// Where the visitor was on the page when a payment from a panel took over the window. It comes back to a new load of the
// page, which would show its top (restore-place.ts).

export const NAME = 'bb:place'
/** Remembers the place before the window leaves the page. */
export function keepPlace(): void {
  try {
    sessionStorage.setItem(NAME, `${scrollY}`)
  } catch {
    // The page may not use storage; the visitor returns to its top.
  }
}
