const SHOWN = 12

/** A publishable key down to its first 12 characters; the rest as dots, whatever its length. */
export function maskKey(key: string): string {
  return key.length <= SHOWN ? key : `${key.slice(0, SHOWN)}••••••••`
}
