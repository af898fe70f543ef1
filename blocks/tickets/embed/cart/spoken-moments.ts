// When the time left of a cart is read aloud. Every second would drown everything else, so these moments are enough.

/** Seconds left. */
const MOMENTS = [600, 300, 120, 60, 30, 10]

/**
 * The moment to say, if one has just been passed.
 * @param before seconds left when it was computed last; undefined at the start, which is always said
 */
export function momentOf(before: number | undefined, left: number): number | undefined {
  if (left <= 0) return undefined
  if (before === undefined) return left
  // A laptop that slept passes several: only the last one is still true.
  return MOMENTS.findLast((moment) => before > moment && left <= moment) === undefined ? undefined : left
}
