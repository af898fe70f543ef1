// Detects that the npm that started this command has exited. npm forwards SIGTERM only to its shell, whose
// child then continues as an orphan. SIGHUP and SIGKILL end only npm itself.
import { readFileSync } from 'node:fs'

const POLL_MS = 500

/**
 * Watches npm, and the shell between npm and this process.
 *
 * Watches only these two processes, and only if npm runs this very command. Processes above npm do not
 * matter, so `nohup npm start &`, terminal multiplexers and systemd work as usual. A command that was started
 * without npm, or in the background by an npm script, is not watched.
 * @param command the command in package.json
 * @returns function that takes a callback and calls it once, within half a second after one of them has
 * exited
 */
export function watchNpm(command) {
  if (process.env.npm_lifecycle_script !== command) return () => undefined
  const first = ancestors(command)
  return (onEnd) => {
    const timer = setInterval(() => {
      const now = ancestors(command)
      if (first.parent === now.parent && first.ofShell === now.ofShell) return
      clearInterval(timer)
      onEnd()
    }, POLL_MS)
    timer.unref()
  }
}

/** The parent process and, if that is the shell (`sh -c command`) instead of npm, its parent. */
function ancestors(command) {
  const parent = process.ppid
  return { parent, ofShell: parentOfShell(parent, command) }
}

/**
 * Linux only: on macOS, the shell replaces itself with its last command, so npm is the parent.
 * @returns {string | undefined} process id
 */
function parentOfShell(pid, command) {
  if (process.platform !== 'linux') return undefined
  try {
    if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(command)) return undefined
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // pid (name) state parent ...: the name may contain spaces and brackets.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]
  } catch {
    return undefined // The process has exited; `parent` reports it.
  }
}
