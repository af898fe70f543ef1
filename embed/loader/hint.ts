// Whether the visitor is signed in, as far as the host page may know: a time until which to believe it. No name,
// no id, no token; it only decides what `data-bb-show` reveals before the frame has spoken.
const nameOf = (tenant: string) => `bb:signed-in:${tenant}`

/** Keeps the hint until then (milliseconds since 1970); 0 forgets it. */
export function keepHint(tenant: string, until: number): void {
  try {
    if (until > Date.now()) localStorage.setItem(nameOf(tenant), String(until))
    else localStorage.removeItem(nameOf(tenant))
  } catch {
    // The page may not use storage; then each visit starts without a hint.
  }
}

export function readHint(tenant: string): boolean {
  try {
    return Number(localStorage.getItem(nameOf(tenant))) > Date.now()
  } catch {
    return false
  }
}
