/** Stored objects hold ids; the package's types also allow expanded objects. */
export function idOf(reference: string | { id: string }): string {
  return typeof reference === 'string' ? reference : reference.id
}
