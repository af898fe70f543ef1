import type { Listen } from './db/listener.ts'

/** Milliseconds an answer is believed, should the word of its end get lost. */
const LIFETIME = 5000

export interface ShortMemory<T> {
  /** The answer for this key, remembered or looked up; those who ask at the same time share one look. */
  get(key: string, look: () => Promise<T>): Promise<T>
  /** For the process that changed the answer itself: it need not wait for its own word. */
  forget(key: string): void
}

/**
 * Answers remembered for at most 5 seconds, and forgotten at once by a NOTIFY of `channel` whose payload is the key.
 * @param most entries that are kept; the oldest go first
 */
export function createShortMemory<T>(listen: Listen, channel: string, most: number): ShortMemory<T> {
  const kept = new Map<string, { value: T; until: number }>()
  const looking = new Map<string, Promise<T>>()
  let listening: Promise<unknown> | undefined

  function forget(key: string): void {
    kept.delete(key)
    looking.delete(key) // its answer may be older than this word
  }

  function forgetAll(): void {
    kept.clear()
    looking.clear()
  }

  async function lookUp(key: string, look: () => Promise<T>): Promise<T> {
    const answer = look()
    looking.set(key, answer)
    try {
      const value = await answer
      if (looking.get(key) === answer) {
        if (kept.size >= most) kept.delete(kept.keys().next().value!)
        kept.set(key, { value, until: Date.now() + LIFETIME })
      }
      return value
    } finally {
      if (looking.get(key) === answer) looking.delete(key)
    }
  }

  return {
    forget,
    async get(key, look) {
      await (listening ??= listen(channel, forget, forgetAll))
      const known = kept.get(key)
      if (known && known.until > Date.now()) return known.value
      return looking.get(key) ?? lookUp(key, look)
    },
  }
}
