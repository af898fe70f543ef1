const REFUSED = 'bb:not-measured'
const VISITOR = 'bb:visitor'

/** Pages may forbid storage. */
function storage(): Storage | undefined {
  try {
    return localStorage
  } catch {
    return undefined
  }
}

/** Whether the visitor does not object: Do Not Track, Global Privacy Control, or an earlier `bb('consent', false)`. */
export function allowed(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean }
  return doNotTrack !== '1' && !globalPrivacyControl && !storage()?.getItem(REFUSED)
}

/** Remembers what the visitor decided: a refusal, or that there is none. A refusal also removes the id. */
export function setConsent(given: boolean): void {
  try {
    if (given) return storage()?.removeItem(REFUSED)
    storage()?.removeItem(VISITOR)
    storage()?.setItem(REFUSED, '1')
  } catch {
    // The storage is full: the refusal counts for this page only.
  }
}

/** The id of a visitor who agreed to it; undefined where storage is forbidden. */
export function visitorId(): string | undefined {
  const known = storage()?.getItem(VISITOR)
  if (known) return known
  const id = crypto.randomUUID()
  try {
    storage()?.setItem(VISITOR, id)
  } catch {
    return undefined
  }
  return storage() && id
}
