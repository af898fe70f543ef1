/** Reads a user's stored value; undefined when it is unreadable or the browser stores nothing. */
export function readStored(store: () => Pick<Storage, 'getItem'>, key: string): unknown {
  try {
    return JSON.parse(store().getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Stores a value, or removes it when undefined. Errors of the browser's storage are ignored. */
export function writeStored(
  store: () => Pick<Storage, 'setItem' | 'removeItem'>,
  key: string,
  value: unknown,
): void {
  try {
    if (value === undefined) store().removeItem(key)
    else store().setItem(key, JSON.stringify(value))
  } catch {
    // Private windows and full disks throw; the value is optional.
  }
}

export const inBrowser = () => localStorage
export const inTab = () => sessionStorage
