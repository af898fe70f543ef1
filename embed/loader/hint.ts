// Whether the visitor is signed in, as far as the host page may know: a time until which to believe it. No name,
// no id, no token; it only decides what `data-bb-show` reveals before the frame has spoken.

/** The time (milliseconds since 1970) until which to believe that the visitor is signed in, if one is kept. */
export function hintOf(tenant: string): string | null | undefined {
  try {
    return localStorage.getItem(`bb:signed-in:${tenant}`)
  } catch {
    // The page may not use storage; then each visit starts without a hint.
    return undefined
  }
}
