import { ApiError, noAccess } from './errors.ts'
import type { AccountState } from '../objects/account-state.ts'
import type { Scope, World } from '../world.ts'

/**
 * The secret key of a request: `Authorization: Bearer sk_…`, or Basic with the key as user name (curl -u).
 */
function keyOf(header: string | undefined): string | undefined {
  const [scheme, value] = header?.split(' ') ?? []
  if (scheme === 'Bearer') return value
  if (scheme === 'Basic' && value) return Buffer.from(value, 'base64').toString().split(':')[0]
  return undefined
}

/**
 * The mode and account of a request.
 * @throws 401 for a wrong key, 403 for an account that the key may not use
 */
export function scopeOf(world: World, headers: Headers): Scope {
  const key = keyOf(headers.get('authorization') ?? undefined)
  if (!key)
    throw new ApiError(401, {
      type: 'invalid_request_error',
      message: 'You did not provide an API key. Send it as Authorization: Bearer YOUR_SECRET_KEY.',
    })
  const { platform } = world
  if (key === platform.publishableKeyTest || key === platform.publishableKeyLive)
    throw new ApiError(401, {
      type: 'invalid_request_error',
      code: 'secret_key_required',
      message: 'This API call cannot be made with a publishable API key. Please use a secret API key.',
    })
  if (key !== platform.secretKeyTest && key !== platform.secretKeyLive)
    throw new ApiError(401, {
      type: 'invalid_request_error',
      message: `Invalid API Key provided: ${masked(key)}`,
    })
  const livemode = key === platform.secretKeyLive
  const account = headers.get('stripe-account') ?? platform.account
  const scope = { livemode, account }
  if (account !== platform.account && !hasAccess(world, livemode, account)) throw noAccess(account)
  return scope
}

/** True while the account exists in this mode and has not been disconnected. */
export function hasAccess(world: World, livemode: boolean, account: string): boolean {
  const found = world.objects.find<AccountState>(
    'account',
    { livemode, account: world.platform.account },
    account,
  )
  return found !== undefined && !found.data.deleted && !found.data.disconnected
}

function masked(key: string): string {
  return key.length > 12 ? `${key.slice(0, 8)}${'*'.repeat(8)}${key.slice(-4)}` : '*'.repeat(key.length)
}
