// Where the visitor was on the page when a payment took over the window. It comes back to a new load of the page, which
// would show its top.

const NAME = 'bb:place'
/** Frames have their height by then. Afterwards, a page that moves would be a surprise. */
const FOR_MS = 6000

/** Remembers the place before the window leaves the page. */
export function keepPlace(): void {
  try {
    sessionStorage.setItem(NAME, `${scrollY}`)
  } catch {
    // The page may not use storage; the visitor returns to its top.
  }
}

/** Goes there while frames grow to their height, until the visitor scrolls. */
export function restorePlace(): void {
  let place: string | null = null
  try {
    place = sessionStorage.getItem(NAME)
    sessionStorage.removeItem(NAME)
  } catch {
    // As above.
  }
  if (!place) return
  const go = () => scrollTo(0, Number(place))
  const stop = new AbortController()
  const { signal } = stop
  addEventListener('bb:resize', () => requestAnimationFrame(go), { signal })
  for (const moved of ['wheel', 'touchstart', 'keydown'])
    addEventListener(moved, () => stop.abort(), { signal })
  setTimeout(() => stop.abort(), FOR_MS)
  go()
}
