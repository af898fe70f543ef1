import { on, user } from './commands.ts'
import type { BlocksUser } from './types.ts'

export type UserState =
  /** Until the first answer, and always on a server. */
  | { status: 'loading'; user: null; error?: undefined }
  | { status: 'signed-in'; user: BlocksUser; error?: undefined }
  /**
   * `error` is set when it is not known who is signed in: your tenant does not list this site (localhost too must be listed), or a
   * request failed.
   */
  | { status: 'signed-out'; user: null; error?: Error }

let state: UserState = { status: 'loading', user: null }
const watchers = new Set<() => void>()
let stop: (() => void) | undefined

/** The state now; the same object until it changes. */
export const readUser = (): UserState => state

/** Tells of every change, in this tab and in others. @returns stops telling */
export function watchUser(listener: () => void): () => void {
  watchers.add(listener)
  stop ??= listen()
  return () => {
    watchers.delete(listener)
    if (watchers.size) return
    stop?.()
    stop = undefined
  }
}

function listen(): () => void {
  const stops = [
    // The event does not say who it is.
    on('signed-in', refresh),
    on('signed-out', () => {
      // An answer that is still on its way is about the ended session.
      asked++
      tell({ status: 'signed-out', user: null })
    }),
  ]
  refresh()
  return () => {
    for (const each of stops) each()
  }
}

let asked = 0

function refresh(): void {
  const number = ++asked
  const answer = (next: UserState) => {
    if (number === asked) tell(next)
  }
  user().then(
    (found) => answer(found ? { status: 'signed-in', user: found } : { status: 'signed-out', user: null }),
    (error: Error) => answer({ status: 'signed-out', user: null, error }),
  )
}

function tell(next: UserState): void {
  state = next
  for (const watcher of watchers) watcher()
}
