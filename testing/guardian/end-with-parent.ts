/**
 * Ends this process when the one that started it is gone, even after kill -9, which hands nothing on. What this process
 * itself started ends with it (`endWithThisProcess`).
 */
export function endWithParent(): void {
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) process.exit(1)
  }, 1000).unref()
}
