import type { Bb } from './types.ts'

/** `window.bb` as the pages of others have it; undefined on a server. */
const page = () => (typeof window === 'undefined' ? undefined : (window as unknown as { bb?: Bb }))

/** The script's own function, once it is there. */
export function loaded(): Bb | undefined {
  const bb = page()?.bb
  return bb?.v === undefined ? undefined : bb
}

/** Whatever takes calls now: the script, or a queue that it works off when it comes. Undefined on a server. */
export function taker(): Bb | undefined {
  const here = page()
  if (!here) return undefined
  return (here.bb ??= makeQueue())
}

function makeQueue(): Bb {
  const queue: Bb = (...call) => void (queue.q ??= []).push(call)
  return queue
}
