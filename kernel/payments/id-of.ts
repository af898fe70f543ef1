/** The id of an object that the provider gave as its id or expanded; null where it gave none. */
export function idOf(reference: string | { id: string }): string
export function idOf(reference: string | { id: string } | null | undefined): string | null
export function idOf(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null)
}
