import { NAME } from './place.ts'

/** Frames have their height by then. Afterwards, a page that moves would be a surprise. */
const FOR_MS = 6000

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
