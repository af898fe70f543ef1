import type Stripe from 'stripe'
import { identifier } from '../../identifier.ts'
import { OAuthError } from '../api/errors.ts'
import { emit } from '../webhooks/events.ts'
import type { Call, World } from '../world.ts'
import type { AccountState } from './account-state.ts'
import { application, platformScope, withdraw } from './accounts.ts'

/** An authorization code: works once, within five minutes. */
interface Code {
  id: string
  account: string
  livemode: boolean
  expiresAt: number
  used: boolean
}

const LIFETIME_SECONDS = 5 * 60

/** Issues a code for an account whose owner pressed Connect. */
export function issueCode(world: World, livemode: boolean, account: string): string {
  const now = world.clock.seconds()
  const code: Code = {
    id: identifier('ac', 32),
    account,
    livemode,
    expiresAt: now + LIFETIME_SECONDS,
    used: false,
  }
  world.objects.insert('oauth_code', platformScope(world, livemode), now, code)
  return code.id
}

/**
 * Gives the platform access to the account of a code:
 * https://docs.stripe.com/connect/oauth-reference#post-token The keys in the response do not work here:
 * requests name the account in Stripe-Account.
 */
export function exchangeCode(call: Call<Stripe.OAuthTokenParams>): object {
  const { world, scope, params, cause } = call
  if (params.grant_type !== 'authorization_code')
    throw new OAuthError('unsupported_grant_type', 'The sandbox exchanges authorization codes only.')
  if (!params.code) throw new OAuthError('invalid_request', 'No authorization code was provided.')
  const code = world.objects.findAnywhere<Code>('oauth_code', params.code)?.data
  if (!code) throw new OAuthError('invalid_grant', `Authorization code does not exist: ${params.code}`)
  if (code.livemode !== scope.livemode)
    throw new OAuthError(
      'invalid_grant',
      `The authorization code is for ${modeName(code.livemode)} mode, the API key for ${modeName(scope.livemode)} mode.`,
    )
  const account = stateOf(world, code.livemode, code.account)
  if (code.used) {
    if (account && !account.disconnected) withdraw(world, account, cause)
    throw new OAuthError(
      'invalid_grant',
      'This authorization code has already been used. All tokens issued with this code have been revoked.',
      true,
    )
  }
  if (!account || code.expiresAt <= world.clock.seconds())
    throw new OAuthError('invalid_grant', `Authorization code expired: ${code.id}`)
  world.objects.update(code.id, { ...code, used: true })
  world.objects.update(account.id, { ...account, disconnected: false })
  const inside = { livemode: code.livemode, account: account.id }
  emit(world, inside, 'account.application.authorized', application(world, code.livemode), cause)
  const mode = modeName(code.livemode)
  return {
    access_token: identifier(`sk_${mode}`, 32),
    livemode: code.livemode,
    refresh_token: identifier('rt', 32),
    scope: 'read_write',
    stripe_publishable_key: identifier(`pk_${mode}`, 32),
    stripe_user_id: account.id,
    token_type: 'bearer',
  }
}

/** https://docs.stripe.com/connect/oauth-reference#post-deauthorize */
export function deauthorize(call: Call<Stripe.OAuthDeauthorizeParams>): Stripe.OAuthDeauthorization {
  const { world, scope, params, cause } = call
  const { connectClientIdLive, connectClientIdTest } = world.platform
  const clientId = scope.livemode ? connectClientIdLive : connectClientIdTest
  if (params.client_id !== clientId)
    throw new OAuthError(
      'invalid_client',
      params.client_id
        ? `No such application for this API key: '${params.client_id}'`
        : 'No client_id was provided.',
    )
  const id = params.stripe_user_id
  if (!id) throw new OAuthError('invalid_request', 'No stripe_user_id was provided.')
  const account = stateOf(world, scope.livemode, id)
  if (!account || account.disconnected)
    throw new OAuthError(
      'invalid_client',
      `This application is not connected to stripe account ${id}, or that account does not exist.`,
    )
  withdraw(world, account, cause)
  return { stripe_user_id: id }
}

function stateOf(world: World, livemode: boolean, id: string): AccountState | undefined {
  const found = world.objects.find<AccountState>('account', platformScope(world, livemode), id)
  return found?.data.deleted ? undefined : found?.data
}

function modeName(livemode: boolean): 'live' | 'test' {
  return livemode ? 'live' : 'test'
}
