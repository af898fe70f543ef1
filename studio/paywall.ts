import { useSyncExternalStore } from 'react'
import { hushToast } from '#ui/toast.ts'

let words: string | undefined
const watchers = new Set<() => void>()

function set(next: string | undefined) {
  words = next
  for (const onChange of watchers) onChange()
}

function watch(onChange: () => void) {
  watchers.add(onChange)
  return () => watchers.delete(onChange)
}

/**
 * An act met a limit of the plan (402): the window that leads to the plans opens with the server's words, in the place
 * of the toast that the act would have shown.
 */
export function showPaywall(serverWords: string): void {
  hushToast(serverWords)
  set(serverWords)
}

export const closePaywall = () => set(undefined)

/** What the open paywall says; undefined while there is none. */
export const usePaywall = () => useSyncExternalStore(watch, () => words)
