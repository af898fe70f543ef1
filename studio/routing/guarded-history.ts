import {
  type Location,
  NavigationType,
  type Navigator,
  type To,
  type UNSAFE_createBrowserHistory,
  parsePath,
} from 'react-router'

type History = ReturnType<typeof UNSAFE_createBrowserHistory>
type Update = Parameters<Parameters<History['listen']>[0]>[0]

/** The parts of a URL that decide whether unsaved input would be lost. */
export interface NavigationTarget {
  pathname: string
  search: string
}

/** Called before the URL changes. If it returns a promise, the navigation waits for the answer. */
export type ConfirmLeave = (next: NavigationTarget) => true | Promise<boolean>

export interface GuardedHistory extends Navigator {
  readonly location: Location
  readonly action: Update['action']
  /** Subscribes to every navigation that was allowed. */
  listen: (listener: (update: Update) => void) => () => void
}

/**
 * A history that asks before links, code and the browser's Back button leave the page. The router has a
 * blocker too, but only with its data layer, which adds 18 KB to the first load. Back has already happened
 * when the event arrives, so it is undone, and repeated if the answer is yes.
 */
export function guardHistory(inner: History, mayLeave: ConfirmLeave): GuardedHistory {
  /** Set while undoing a step. Resolves when the undo arrives; that event is not reported. */
  let onStepUndone: (() => void) | undefined
  let isStepAllowed = false
  /** Counts navigations, so that only the latest one happens after an answer. */
  let latestTurn = 0

  function navigate(to: To, go: () => void): void {
    const { pathname = inner.location.pathname, search = '' } = typeof to === 'string' ? parsePath(to) : to
    const turn = ++latestTurn
    const answer = mayLeave({ pathname, search })
    if (answer === true) go()
    else void answer.then((yes) => yes && turn === latestTurn && go())
  }

  async function undoStep(delta: number, answer: Promise<boolean>): Promise<void> {
    const turn = ++latestTurn
    const back = new Promise<void>((resolve) => (onStepUndone = resolve))
    inner.go(-delta)
    await back
    if (!(await answer) || turn !== latestTurn) return
    isStepAllowed = true
    inner.go(delta)
  }

  return {
    get location() {
      return inner.location
    },
    get action() {
      return inner.action
    },
    createHref: (to) => inner.createHref(to),
    encodeLocation: (to) => inner.encodeLocation(to),
    go: (delta) => inner.go(delta),
    push: (to, state) => navigate(to, () => inner.push(to, state)),
    replace: (to, state) => navigate(to, () => inner.replace(to, state)),
    listen: (listener) =>
      inner.listen((update) => {
        if (onStepUndone) {
          onStepUndone()
          onStepUndone = undefined
          return
        }
        // Steps of unknown length (a URL that the user typed) cannot be undone.
        if (update.action === NavigationType.Pop && update.delta && !isStepAllowed) {
          const answer = mayLeave(update.location)
          if (answer !== true) {
            void undoStep(update.delta, answer)
            return
          }
        }
        isStepAllowed = false
        listener(update)
      }),
  }
}
