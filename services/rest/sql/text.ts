/** Values of a statement, in order. All values from callers are passed this way and in no other. */
export class Parameters {
  readonly values: string[] = []
  private readonly repeated = new Map<string, string>()

  /**
   * The same for a value that a statement repeats: one placeholder, so give it a cast. A caller's value that happens to be equal has
   * a placeholder of its own, because it may have another type.
   */
  shared(value: string): string {
    const known = this.repeated.get(value)
    if (known) return known
    const added = this.add(value)
    this.repeated.set(value, added)
    return added
  }

  /** @returns the placeholder; PostgreSQL infers its type, or the cast that follows it sets the type */
  add(value: string): string {
    this.values.push(value)
    return `$${this.values.length}`
  }
}

/** Quotes a name from the catalogue, or an alias. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** Quotes a name from the catalogue as a text constant. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** A relation or function of schema public, the only schema that the API exposes. */
export function publicName(name: string): string {
  return `"public".${identifier(name)}`
}

/** Values as an array literal, so that PostgreSQL infers the element type as for a single value. */
export function arrayLiteral(values: string[]): string {
  const quoted = values.map((value) => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`)
  return `{${quoted.join(',')}}`
}
