/** Validates length and check digits (ISO 13616); `iban` in capitals without spaces. */
export function isValidIban(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false
  const moved = iban.slice(4) + iban.slice(0, 4)
  const digits = Array.from(moved, (one) => Number.parseInt(one, 36)).join('')
  return BigInt(digits) % 97n === 1n
}
