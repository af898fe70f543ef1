const SHOWN = 12

/** Masks a publishable key after its first 12 characters; the number of dots does not reveal its length. */
export function maskKey(key: string): string {
  return key.length <= SHOWN ? key : `${key.slice(0, SHOWN)}••••••••`
}
