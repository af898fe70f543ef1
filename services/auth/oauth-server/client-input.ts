import * as z from 'zod/mini'
import { isPlainAddress } from '#kernel/contract.ts'
import { readScopes } from './scopes.ts'

const page = z.nullish(
  z.string().check(
    z.maxLength(2048),
    z.refine(
      (value) =>
        value === '' ||
        (isPlainAddress(value) && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)),
      {
        error: 'must be an address like https://app.example',
      },
    ),
  ),
)

/**
 * Whether codes may be sent to this address: https, http on localhost, or an application's own scheme with a
 * dot in it (RFC 8252 7.1). No fragment (RFC 6749 3.1.2), no user name or password.
 */
function isRedirectUri(value: string): boolean {
  if (value.length > 2048 || value.includes('*') || !isPlainAddress(value) || !URL.canParse(value))
    return false
  const { protocol, hostname, hash, username, password } = new URL(value)
  if (hash || value.includes('#') || username || password) return false
  if (protocol === 'https:') return true
  // Names below localhost are the user's own machine too (RFC 6761 6.3).
  if (protocol === 'http:') return /^((.+\.)?localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)
  return /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/.test(protocol)
}

const redirectUris = z.array(z.string()).check(
  z.minLength(1),
  z.maxLength(20),
  z.refine((all) => all.every(isRedirectUri), {
    error: 'must be https addresses, http on localhost, or your app’s own scheme like com.example.app:/back',
  }),
)
const method = z.enum(['none', 'client_secret_basic', 'client_secret_post'])
const grantTypes = z
  .array(z.enum(['authorization_code', 'refresh_token']))
  .check(z.refine((all) => all.includes('authorization_code'), { error: 'must hold authorization_code' }))
const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(120))

export const clientInput = z.object({
  client_name: name,
  client_uri: page,
  logo_uri: page,
  redirect_uris: redirectUris,
  grant_types: z.nullish(grantTypes),
  response_types: z.nullish(z.array(z.literal('code'))),
  scope: z.nullish(
    z
      .string()
      .check(z.refine((value) => readScopes(value) !== undefined, { error: 'holds an unknown scope' })),
  ),
  token_endpoint_auth_method: z.nullish(method),
})
export type ClientInput = z.output<typeof clientInput>

export const clientChange = z.object({
  client_name: z.nullish(name),
  client_uri: page,
  logo_uri: page,
  redirect_uris: z.nullish(redirectUris),
  grant_types: z.nullish(grantTypes),
  token_endpoint_auth_method: z.nullish(method),
})
export type ClientChange = z.output<typeof clientChange>
