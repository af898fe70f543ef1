import type { Config } from '#kernel/config.ts'
import { keyedHash } from '#kernel/secrets/keyed-hash.ts'
import { tokenHash } from '#kernel/secrets/one-time-token.ts'
import { sameBytes } from '#kernel/secrets/same-bytes.ts'

type Keys = Pick<Config, 'secretKeys' | 'publicUrl'>

/** Which submission a link is for. */
export interface LinkOf {
  tenantId: string
  formId: string
  /** Hash of the submission's ticket, which is unique in the form. */
  ticket: Buffer
}

/** What a sender does with their secret. */
export type TokenUse = 'form-edit' | 'form-pay'

/**
 * The secret with which a sender changes what they sent, or pays for it: 256 bits that only this server can compute. It is the same for the page and
 * the email, and the database has only its hash.
 */
export const senderToken = ({ secretKeys }: Keys, use: TokenUse, of: LinkOf): string =>
  keyedHash(secretKeys, use).make(textOf(of)).toString('base64url')

/** The token whose hash is stored, even if the keys changed since; undefined if it has none. */
export const storedToken = (
  { secretKeys }: Keys,
  use: TokenUse,
  of: LinkOf,
  hash: Buffer | null,
): string | undefined =>
  hash
    ? keyedHash(secretKeys, use)
        .all(textOf(of))
        .map((token) => token.toString('base64url'))
        .find((token) => sameBytes(tokenHash(token), hash))
    : undefined

const textOf = ({ tenantId, formId, ticket }: LinkOf) => `${tenantId} ${formId} ${ticket.toString('hex')}`

/** The address of the form with what was sent. The secret is in the fragment, which no server and no referrer sees. */
export function editAddress(
  { publicUrl }: Keys,
  { key, form, token, language }: { key: string; form: string; token: string; language: string },
): string {
  const address = new URL(`${publicUrl}/embed/form`)
  address.search = new URLSearchParams({ tenant: key, form, edit: '1', locale: language }).toString()
  address.hash = `edit=${token}`
  return address.href
}
