// A hint to the host page that the visitor is signed in: a time until which to assume it. It has no name, ID
// or token, and only decides what `data-bb-show` shows before the frame's first message.

/** The stored time (milliseconds since 1970) until which to assume that the visitor is signed in. */
export function hintOf(tenant: string): string | null | undefined {
  try {
    return localStorage.getItem(`bb:signed-in:${tenant}`)
  } catch {
    // The page may not use storage; each visit then starts without a hint.
    return undefined
  }
}
