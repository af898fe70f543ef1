const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/**
 * Decodes the base58 of Bitcoin and Solana.
 * @returns undefined if the text contains another character
 */
export function fromBase58(text: string): Uint8Array | undefined {
  let number = 0n
  for (const character of text) {
    const digit = ALPHABET.indexOf(character)
    if (digit < 0) return undefined
    number = number * 58n + BigInt(digit)
  }
  const hex = number === 0n ? '' : number.toString(16)
  const zeros = /^1*/.exec(text)![0].length
  return Buffer.concat([Buffer.alloc(zeros), Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex')])
}

/** Encodes bytes as base58. */
export function toBase58(bytes: Uint8Array): string {
  let number = BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`)
  let text = ''
  for (; number > 0n; number /= 58n) text = ALPHABET[Number(number % 58n)]! + text
  const zeros = bytes.findIndex((byte) => byte !== 0)
  return ALPHABET[0]!.repeat(zeros < 0 ? bytes.length : zeros) + text
}
