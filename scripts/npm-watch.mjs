// Notices that the npm that started this command has ended. npm hands SIGTERM on to its shell only: the shell dies, and
// what it had started runs on as an orphan. SIGHUP and SIGKILL end npm itself, and nothing below it.
import { readFileSync } from 'node:fs'

const POLL_MS = 500

/**
 * Remembers npm, and the shell between npm and this process.
 *
 * Only the two processes above this one are watched, and only when npm runs this very command. What happens above npm
 * does not matter: `nohup npm start &`, a closed terminal multiplexer or systemd stay as they are. A command that
 * was started without npm, or that a script of npm put into the background, has no npm to end with.
 * @param command the command as package.json has it
 * @returns function that takes what to do once, within half a second, when one of them has ended since
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

/** Our parent, and the parent's parent where the parent is the shell (`sh -c command`) and not npm itself. */
function ancestors(command) {
  const parent = process.ppid
  return { parent, ofShell: parentOfShell(parent, command) }
}

/**
 * Linux only: macOS's shell becomes its last command, so that npm is the parent there.
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
    return undefined // The process has ended; `parent` reports it.
  }
}
