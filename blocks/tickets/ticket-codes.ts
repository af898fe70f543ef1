import { createHash, randomBytes } from 'node:crypto'
import type { SealedPlace } from '#kernel/secrets/sealed-places.ts'
import type { Sealer } from '#kernel/secrets/sealer.ts'

/** Crockford's alphabet: no letter looks like a digit, and QR codes store it in their compact mode. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A ticket's code: 128 random bits in 26 characters. Nothing about the ticket or the person is in it. */
export function newTicketCode(): string {
  let rest = BigInt(`0x${randomBytes(16).toString('hex')}`)
  let code = ''
  for (let place = 0; place < 26; place++) {
    code = ALPHABET[Number(rest & 31n)] + code
    rest >>= 5n
  }
  return code
}

/** The stored form: SHA-256 of the code as typed or scanned, without spaces and hyphens. */
export const ticketCodeHash = (code: string): Buffer => createHash('sha256').update(normalized(code)).digest()

const normalized = (code: string) =>
  code.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')

/** Where a ticket's code is sealed. */
export const placeOf = (tenantId: string, ticketId: string): SealedPlace =>
  `tickets.code:${tenantId}:${ticketId}`

/** A new code for a ticket, as the database stores it. */
export function sealedCode(sealer: Sealer, tenantId: string, ticketId: string) {
  const code = newTicketCode()
  return {
    code_hash: ticketCodeHash(code).toString('hex'),
    code_sealed: sealer.seal(code, placeOf(tenantId, ticketId)),
  }
}

/** Opens the code of a ticket for its holder. */
export const openCode = (sealer: Sealer, tenantId: string, ticketId: string, sealed: string): string =>
  sealer.open(sealed, placeOf(tenantId, ticketId))
