import { on, user } from './commands.ts'
import type { BlocksUser } from './types.ts'

export interface UserState {
  /** `loading` until the first answer, and always on a server. */
  status: 'loading' | 'signed-in' | 'signed-out'
  /** Null when nobody is signed in, and where your tenant does not list this site by name. */
  user: BlocksUser | null
  /** Why there is no answer: `user` is not told to sites that are not listed. */
  error?: Error
}

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
    on('signed-in', () => {
      // Known at once; who it is takes a question.
      if (state.status !== 'signed-in') tell({ status: 'signed-in', user: null })
      refresh()
    }),
    on('signed-out', () => tell({ status: 'signed-out', user: null })),
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
    (found) => answer({ status: found ? 'signed-in' : 'signed-out', user: found }),
    (error: Error) =>
      answer({ status: state.status === 'signed-in' ? 'signed-in' : 'signed-out', user: null, error }),
  )
}

function tell(next: UserState): void {
  state = next
  for (const watcher of watchers) watcher()
}
