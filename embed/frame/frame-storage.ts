import type { EmbedApi } from '#kernel/browser/embed-page.ts'

export type FrameStorage = EmbedApi['keep']

/**
 * Stores small values of one tenant in the frame's own storage, which browsers partition by host site.
 * Without storage access, the values live as long as the page.
 */
export function createFrameStorage(
  publicKey: string,
  storage: () => Storage = () => localStorage,
): FrameStorage {
  const memory = new Map<string, string>()
  const nameOf = (name: string) => `bb:${publicKey}:${name}`
  let store: Storage | undefined
  try {
    store = storage()
    store.setItem(nameOf('probe'), '1')
    store.removeItem(nameOf('probe'))
  } catch {
    store = undefined
  }
  return {
    get: (name) => (store ? store.getItem(nameOf(name)) : (memory.get(name) ?? null)),
    set(name, value) {
      if (value === null) {
        store?.removeItem(nameOf(name))
        memory.delete(name)
      } else if (store) store.setItem(nameOf(name), value)
      else memory.set(name, value)
    },
  }
}

/** Keys that earlier visits stored for this tenant. */
export function storedKeys(publicKey: string, storage: () => Storage = () => localStorage): string[] {
  try {
    return Object.keys(storage()).filter((name) => name.startsWith(`bb:${publicKey}:`))
  } catch {
    return []
  }
}

/** An in-memory store for pages that are briefly opened outside a frame. */
export function createMemoryStorage(): FrameStorage {
  return createFrameStorage('', () => {
    throw new Error('memory only')
  })
}
