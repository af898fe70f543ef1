import { randomBytes } from 'node:crypto'

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** `pi_3aZ…`: a prefix and `length` random letters and digits. */
export function identifier(prefix: string, length = 24): string {
  let text = ''
  for (const byte of randomBytes(length)) text += letters[byte % letters.length]
  return `${prefix}_${text}`
}
