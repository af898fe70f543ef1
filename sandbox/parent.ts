import { fstatSync } from 'node:fs'

/**
 * Calls `leave` when the parent process has exited: a piped stdin closes, or the parent's process id changes.
 */
export function onParentExit(leave: () => void): void {
  const stdin = fstatSync(0)
  // Only a pipe shows that the parent exited. /dev/null and a closed terminal end immediately.
  if (stdin.isFIFO() || stdin.isSocket()) {
    process.stdin.on('end', leave)
    process.stdin.on('error', leave)
    process.stdin.resume()
  }
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid !== parent) leave()
  }, 1000)
  watch.unref()
}
