import { fstatSync } from 'node:fs'

/** Calls `leave` when the process that started this one is gone: its end of a piped stdin closes, or our parent changes. */
export function onParentExit(leave: () => void): void {
  const stdin = fstatSync(0)
  // Only a pipe tells: /dev/null and a closed terminal end at once and mean nothing.
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
