/** Values of a statement, in order. Whatever a caller sent goes in here and nowhere else. */
export class Parameters {
  readonly values: string[] = []

  /** @returns the placeholder; its type is what PostgreSQL infers, or the cast that follows it */
  add(value: string): string {
    this.values.push(value)
    return `$${this.values.length}`
  }
}

/** Quotes a name of the catalogue, or an alias. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** Quotes a name of the catalogue as a text constant. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** A relation or function of the one schema that the API shows. */
export function publicName(name: string): string {
  return `"public".${identifier(name)}`
}

/** Values as an array literal, so that PostgreSQL infers the element type as it does for one value. */
export function arrayLiteral(values: string[]): string {
  const quoted = values.map((value) => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`)
  return `{${quoted.join(',')}}`
}
