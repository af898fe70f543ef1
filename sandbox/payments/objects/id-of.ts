/** Stored objects hold ids; the types of the package allow for expanded ones. */
export function idOf(reference: string | { id: string }): string {
  return typeof reference === 'string' ? reference : reference.id
}
