/** Returns the name, or the name with the first free number: `Security key`, `Security key 2`. */
export function uniqueName(name: string, taken: readonly string[]): string {
  for (let count = 1; ; count++) {
    const candidate = count === 1 ? name : `${name} ${count}`
    if (!taken.includes(candidate)) return candidate
  }
}
