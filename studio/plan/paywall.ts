import { useSyncExternalStore } from 'react'
import { suppressToast } from '#ui/toasts/toast.ts'

let message: string | undefined
const watchers = new Set<() => void>()

function set(next: string | undefined) {
  message = next
  for (const onChange of watchers) onChange()
}

function watch(onChange: () => void) {
  watchers.add(onChange)
  return () => watchers.delete(onChange)
}

/**
 * Opens the paywall dialog with the server's message after a 402 response (plan limit). It replaces the toast
 * that the failed action would have shown.
 */
export function showPaywall(serverMessage: string): void {
  suppressToast(serverMessage)
  set(serverMessage)
}

export const closePaywall = () => set(undefined)

/** Returns the message of the open paywall; undefined if it is closed. */
export const usePaywall = () => useSyncExternalStore(watch, () => message)
