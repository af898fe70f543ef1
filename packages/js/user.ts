import { on, user } from './commands.ts'
import type { BlocksUser } from './types.ts'

export type UserState =
  /** Until the first response, and always on a server. */
  | { status: 'loading'; user: null; error?: undefined }
  | { status: 'signed-in'; user: BlocksUser; error?: undefined }
  /**
   * `error` is set when the user could not be determined: your tenant does not list this site (localhost must be
   * listed too), or a request failed.
   */
  | { status: 'signed-out'; user: null; error?: Error }

let state: UserState = { status: 'loading', user: null }
const watchers = new Set<() => void>()
let stop: (() => void) | undefined

/** The current state; the same object until it changes. */
export const readUser = (): UserState => state

/** Calls the listener on every change, in this tab or another one. @returns a function that stops it */
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
    // The event does not name the user.
    on('signed-in', refresh),
    on('signed-out', () => {
      // A response that is still in transit belongs to the ended session.
      latestRequest++
      publish({ status: 'signed-out', user: null })
    }),
  ]
  refresh()
  return () => {
    for (const each of stops) each()
  }
}

let latestRequest = 0

function refresh(): void {
  const request = ++latestRequest
  const publishIfLatest = (next: UserState) => {
    if (request === latestRequest) publish(next)
  }
  user().then(
    (found) =>
      publishIfLatest(found ? { status: 'signed-in', user: found } : { status: 'signed-out', user: null }),
    (error: Error) => publishIfLatest({ status: 'signed-out', user: null, error }),
  )
}

function publish(next: UserState): void {
  state = next
  for (const watcher of watchers) watcher()
}
