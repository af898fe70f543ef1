/** The name, or the first with a number that nothing has yet: `Security key`, `Security key 2`. */
export function freeName(name: string, taken: readonly string[]): string {
  for (let count = 1; ; count++) {
    const tried = count === 1 ? name : `${name} ${count}`
    if (!taken.includes(tried)) return tried
  }
}
