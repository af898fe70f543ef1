/**
 * Ends this process when its parent has ended, even after kill -9, which sends no signal to children.
 * Everything that this process registered with `endWithThisProcess` ends with it.
 */
export function endWithParent(): void {
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) process.exit(1)
  }, 1000).unref()
}
