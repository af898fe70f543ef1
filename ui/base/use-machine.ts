import { useRef, useState } from 'react'

/** The next state, and what to do because of the event. */
export type Step<State, Effect> = [state: State, ...effects: Effect[]]

/**
 * Runs a state machine: `reduce` is pure, `run` does the work. Both run inside `send`, so that an effect of a click
 * may open a window.
 */
export function useMachine<State, Event, Effect>(
  first: State,
  reduce: (state: State, event: Event) => Step<State, Effect>,
  run: (effect: Effect) => void,
): [State, (event: Event) => void] {
  const [shown, setShown] = useState(first)
  // Events may follow one another before the next render.
  const current = useRef(shown)
  function send(event: Event) {
    const [next, ...effects] = reduce(current.current, event)
    current.current = next
    setShown(next)
    for (const effect of effects) run(effect)
  }
  return [shown, send]
}
