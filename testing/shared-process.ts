import { after } from 'node:test'

let isShared = false
const closers: (() => Promise<void>)[] = []

/**
 * Declares that several test files run in this process, one after the other.
 * @returns a function to call after the last one
 */
export function shareProcess(): () => Promise<void> {
  isShared = true
  return async () => {
    for (const close of closers.splice(0)) await close()
  }
}

/** Closes something that the files of a process share: after the last of them, or after the only one. */
export function afterLastFile(close: () => Promise<void>): void {
  if (isShared) closers.push(close)
  else after(close)
}
