import { isEncoded } from '#kernel/http/body.ts'
import type { AppContext } from '#kernel/http/context.ts'
import type { Call, Grant } from '../route-table.ts'
import { authenticateClient } from './client-authentication.ts'
import type { ClientRow } from './clients.ts'
import { codeGrant, refreshGrant } from './token-grants.ts'
import { tokenError } from './token-error.ts'

export type ClientGrant = (
  call: { auth: Call['auth']; c: AppContext },
  client: ClientRow,
  form: URLSearchParams,
) => ReturnType<Grant>

const grants: Record<string, ClientGrant> = { authorization_code: codeGrant, refresh_token: refreshGrant }

/** POST /oauth/token (RFC 6749 3.2): takes a form and the client's authentication. */
export async function token({ auth, c }: Call): Promise<Response> {
  c.header('cache-control', 'no-store')
  const form = await readForm(c)
  const client = await authenticateClient(auth, c.req.header('authorization'), form)
  const name = form.get('grant_type') ?? ''
  if (!Object.hasOwn(grants, name))
    throw tokenError('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token')
  if (!client.grant_types.includes(name))
    throw tokenError('unauthorized_client', 'The application is not registered for this grant')
  return grants[name]!({ auth, c }, client, form)
}

async function readForm(c: AppContext): Promise<URLSearchParams> {
  const type = (c.req.header('content-type') ?? '').split(';')[0]!.trim().toLowerCase()
  if (type !== 'application/x-www-form-urlencoded' || isEncoded(c.req.raw.headers))
    throw tokenError('invalid_request', 'Send application/x-www-form-urlencoded')
  const form = new URLSearchParams(await c.req.text())
  const names = [...form.keys()]
  // RFC 6749 3.2: parameters must not be included more than once.
  if (new Set(names).size < names.length) throw tokenError('invalid_request', 'A parameter is repeated')
  return form
}
