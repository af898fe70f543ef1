import type { Bb } from './types.ts'

/** The window, typed with its `bb`; undefined on a server. */
const page = () => (typeof window === 'undefined' ? undefined : (window as unknown as { bb?: Bb }))

/** The script's own function, once the script has loaded. */
export function loaded(): Bb | undefined {
  const bb = page()?.bb
  return bb?.v === undefined ? undefined : bb
}

/**
 * Accepts calls now: the script, or a queue that the script processes once it has loaded. Undefined on a
 * server.
 */
export function pageCommand(): Bb | undefined {
  const here = page()
  if (!here) return undefined
  return (here.bb ??= makeQueue())
}

function makeQueue(): Bb {
  const queue: Bb = (...call) => void (queue.q ??= []).push(call)
  return queue
}
