import type { Store } from '../data/storage.ts'

/**
 * Storage for the session. What the browser refuses to store (full, or blocked by a setting) stays in memory, and lasts
 * until the page is reloaded.
 * @param open returns the browser's storage; it may throw
 * @param onRefused called when something could not be stored
 */
export function sessionStore(open: () => Store, onRefused: () => void): Store {
  const memory = new Map<string, string>()
  return {
    getItem(key) {
      try {
        return memory.get(key) ?? open().getItem(key)
      } catch {
        return null
      }
    },
    setItem(key, value) {
      try {
        open().setItem(key, value)
        memory.delete(key)
      } catch {
        memory.set(key, value)
        onRefused()
      }
    },
    removeItem(key) {
      memory.delete(key)
      try {
        open().removeItem(key)
      } catch {
        // A storage that refuses to remove has stored nothing either.
      }
    },
  }
}
