/** A code counts again after it was out of the picture for this long. */
const FORGET_MS = 2000

/**
 * Lets a code through once while it stays in the picture: a phone that is held for a second is not a second scan.
 * @returns says whether what was read is a new code; `nowMs` is a monotonic time
 */
export function createCodeGate(): (code: string | undefined, nowMs: number) => boolean {
  let last: string | undefined
  let seenMs = 0
  return (code, nowMs) => {
    if (last !== undefined && nowMs - seenMs > FORGET_MS) last = undefined
    if (!code) return false
    seenMs = nowMs
    if (code === last) return false
    last = code
    return true
  }
}
