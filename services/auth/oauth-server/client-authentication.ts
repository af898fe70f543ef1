import { sameBytes } from '#kernel/secrets/same-bytes.ts'
import { uuid } from '#kernel/contract.ts'
import { tokenHash } from '#kernel/secrets/one-time-token.ts'
import type { Auth } from '../auth.ts'
import { clientById } from './clients.ts'
import type { ClientRow } from './clients.ts'
import { tokenError } from './token-error.ts'

/**
 * Returns the application that calls, authenticated as it registered (RFC 6749 2.3.1, RFC 7591 2): by its
 * secret in the header or in the body, or without one.
 * @throws {AppError} 401 invalid_client
 */
export async function authenticateClient(
  auth: Auth,
  authorization: string | undefined,
  form: URLSearchParams,
): Promise<ClientRow> {
  const basic = readBasic(authorization)
  const id = basic?.id ?? form.get('client_id') ?? ''
  const client = uuid.safeParse(id).success ? await clientById(auth, id.toLowerCase()) : undefined
  const given = basic
    ? { method: 'client_secret_basic', secret: basic.secret }
    : form.has('client_secret')
      ? { method: 'client_secret_post', secret: form.get('client_secret')! }
      : { method: 'none', secret: '' }
  const right =
    client?.token_endpoint_auth_method === given.method &&
    (client.secret_hash === null || sameBytes(client.secret_hash, tokenHash(given.secret)))
  if (!client || !right) throw tokenError('invalid_client', 'Unknown application or wrong secret')
  return client
}

function readBasic(header: string | undefined): { id: string; secret: string } | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/=]{1,2000})$/i.exec(header ?? '')?.[1]
  if (!encoded) return undefined
  const text = Buffer.from(encoded, 'base64').toString()
  const colon = text.indexOf(':')
  if (colon < 0) return undefined
  try {
    return { id: formDecoded(text.slice(0, colon)), secret: formDecoded(text.slice(colon + 1)) }
  } catch {
    return undefined
  }
}

/** RFC 6749 2.3.1: both halves are form-encoded before they are joined. @throws {URIError} */
const formDecoded = (text: string) => decodeURIComponent(text.replaceAll('+', ' '))
