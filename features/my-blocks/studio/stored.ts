/** Reads what the browser keeps for a person; anything unreadable, or a browser that keeps nothing, gives undefined. */
export function readStored(store: () => Pick<Storage, 'getItem'>, key: string): unknown {
  try {
    return JSON.parse(store().getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Keeps a value, or forgets it when there is none; a browser that refuses only forgets. */
export function writeStored(
  store: () => Pick<Storage, 'setItem' | 'removeItem'>,
  key: string,
  value: unknown,
): void {
  try {
    if (value === undefined) store().removeItem(key)
    else store().setItem(key, JSON.stringify(value))
  } catch {
    // Private windows and full disks refuse; nothing depends on it.
  }
}

export const inBrowser = () => localStorage
export const inTab = () => sessionStorage
