import type Stripe from 'stripe'
import { identifier } from '../../identifier.ts'
import { ApiError, invalid, noAccess } from '../api/errors.ts'
import { emit, emitThin } from '../webhooks/events.ts'
import { isConnected } from '../world.ts'
import type { Call, Cause, Scope, World } from '../world.ts'
import { newAccount } from './account-state.ts'
import type { AccountState } from './account-state.ts'
import { accountV1, accountV2, capability } from './account-views.ts'
import { cleanMetadata } from './metadata.ts'

type V1Create = Stripe.AccountCreateParams
type V2Create = Stripe.V2.Core.AccountCreateParams

/** Accounts belong to the platform, regardless of the caller. */
export function platformScope(world: World, livemode: boolean): Scope {
  return { livemode, account: world.platform.account }
}

/** @throws 403 account_invalid, for unknown accounts and those that the key may not use, as Stripe does */
export function accountOf(world: World, livemode: boolean, id: string): AccountState {
  const found = world.objects.find<AccountState>('account', platformScope(world, livemode), id)
  if (!found || found.data.deleted || found.data.disconnected) throw noAccess(id)
  return found.data
}

/** Stores a changed account and emits account.updated, capability.updated and v2 thin events. */
export function saveAccount(world: World, before: AccountState, after: AccountState, cause?: Cause): void {
  const scope = { livemode: after.livemode, account: after.id }
  world.objects.update(after.id, after)
  if (after.disconnected) return
  emit(world, scope, 'account.updated', accountV1(after), cause)
  const thin = platformScope(world, after.livemode)
  if (before.chargesEnabled !== after.chargesEnabled && after.cardPaymentsRequested) {
    emit(world, scope, 'capability.updated', capability(after, 'card_payments'), cause)
    emitThin(world, thin, 'v2.core.account[configuration.merchant].capability_status_updated', after.id, {
      updated_capability: 'card_payments',
    })
  }
  if (before.currentlyDue.join() !== after.currentlyDue.join())
    emitThin(world, thin, 'v2.core.account[requirements].updated', after.id)
}

export function createAccountV1(call: Call<V1Create>): Stripe.Account {
  const { world, scope, params } = call
  const dashboard =
    params.controller?.stripe_dashboard?.type ??
    (params.type === 'standard' ? 'full' : params.type === 'custom' ? 'none' : 'express')
  if (params.type && params.controller)
    throw invalid(
      'You may not provide the type parameter and controller parameters simultaneously.',
      'controller',
    )
  const state = newAccount({
    id: identifier('acct', 16),
    form: 'v1',
    type: (params.type as AccountState['type'] | undefined) ?? 'none',
    livemode: scope.livemode,
    created: world.clock.seconds(),
    email: params.email ?? null,
    country: params.country ?? 'US',
    dashboard: dashboard as AccountState['dashboard'],
    merchant: true,
    metadata: cleanMetadata(params.metadata),
    businessName: params.business_profile?.name ?? null,
    businessUrl: params.business_profile?.url ?? null,
    businessType: params.business_type ?? null,
    cardPaymentsRequested:
      params.type === 'standard' || params.capabilities?.card_payments?.requested === true,
    transfersRequested: params.type === 'standard' || params.capabilities?.transfers?.requested === true,
  })
  world.objects.insert('account', platformScope(world, scope.livemode), state.created, state)
  return accountV1(state)
}

export function createAccountV2(call: Call<V2Create>): Stripe.V2.Core.Account {
  const { world, scope, params } = call
  const merchant = params.configuration?.merchant
  const country = params.identity?.country
  if (merchant && !country)
    throw missingField('identity.country', 'The merchant configuration needs identity.country.')
  if (merchant && !params.contact_email)
    throw missingField('contact_email', 'The merchant configuration needs contact_email.')
  if (country && !/^[A-Za-z]{2}$/.test(country))
    throw missingField('identity.country', 'identity.country is a two-letter country code.')
  const responsibilities = params.defaults?.responsibilities
  const state = newAccount({
    id: identifier('acct', 16),
    form: 'v2',
    livemode: scope.livemode,
    created: world.clock.seconds(),
    email: params.contact_email ?? null,
    displayName: params.display_name ?? null,
    country: country ?? 'US',
    dashboard: params.dashboard ?? 'none',
    feesCollector: responsibilities?.fees_collector === 'application' ? 'application' : 'stripe',
    lossesCollector: responsibilities?.losses_collector === 'application' ? 'application' : 'stripe',
    metadata: cleanMetadata(params.metadata),
    merchant: merchant !== undefined,
    cardPaymentsRequested: merchant?.capabilities?.card_payments?.requested === true,
    transfersRequested: merchant !== undefined,
  })
  world.objects.insert('account', platformScope(world, scope.livemode), state.created, state)
  return accountV2(state, params.include)
}

function missingField(param: string, message: string): ApiError {
  return new ApiError(400, { type: 'invalid_request_error', code: 'invalid_fields', message, param })
}

/** Retrieves an account; `GET /v1/account` without an account returns the platform. */
export function retrieveAccountV1({ world, scope, path }: Call): Stripe.Account {
  const id = path['id'] ?? scope.account
  if (isConnected(world, scope) && id !== scope.account) throw noAccess(id)
  if (id !== world.platform.account) return accountV1(accountOf(world, scope.livemode, id))
  return accountV1(
    newAccount({
      id,
      form: 'v1',
      type: 'standard',
      livemode: scope.livemode,
      created: 0,
      country: 'DE',
      displayName: 'Sandbox platform',
      detailsSubmitted: true,
      chargesEnabled: true,
      payoutsEnabled: true,
      currentlyDue: [],
    }),
  )
}

export function retrieveAccountV2(call: Call<{ include?: string[] }>): Stripe.V2.Core.Account {
  return accountV2(accountOf(call.world, call.scope.livemode, call.path['id']!), call.params.include)
}

export function updateAccountV1(call: Call<Stripe.AccountUpdateParams>): Stripe.Account {
  const { world, scope, params, path, cause } = call
  const before = accountOf(world, scope.livemode, path['id']!)
  const after: AccountState = {
    ...before,
    email: params.email ?? before.email,
    metadata: cleanMetadata(params.metadata, before.metadata),
    businessName: params.business_profile?.name ?? before.businessName,
    businessUrl: params.business_profile?.url ?? before.businessUrl,
    businessType: params.business_type ?? before.businessType,
    cardPaymentsRequested: params.capabilities?.card_payments?.requested ?? before.cardPaymentsRequested,
    transfersRequested: params.capabilities?.transfers?.requested ?? before.transfersRequested,
  }
  saveAccount(world, before, after, cause)
  return accountV1(after)
}

export function listAccounts(call: Call<Stripe.AccountListParams>): object {
  const { world, scope, params } = call
  const page = world.objects.page<AccountState>(
    'account',
    platformScope(world, scope.livemode),
    '/v1/accounts',
    params,
    (one) => !one.deleted && !one.disconnected,
  )
  return { ...page, data: page.data.map(accountV1) }
}

/** Revokes the platform's access and emits account.application.deauthorized to connect endpoints. */
export function withdraw(world: World, state: AccountState, cause?: Cause): void {
  const scope = { livemode: state.livemode, account: state.id }
  world.objects.update(state.id, { ...state, disconnected: true })
  emit(world, scope, 'account.application.deauthorized', application(world, state.livemode), cause)
}

/** The platform as accounts see it. */
export function application(world: World, livemode: boolean): object {
  const { connectClientIdLive, connectClientIdTest } = world.platform
  const id = livemode ? connectClientIdLive : connectClientIdTest
  return { id, object: 'application', name: 'Sandbox platform' }
}

/** Live accounts with a full dashboard whose losses Stripe bears cannot be deleted by the platform. */
export function deleteAccount({ world, scope, path, cause }: Call): object {
  const state = accountOf(world, scope.livemode, path['id']!)
  if (state.own) throw invalid(`You cannot delete ${state.id}: your platform did not create it.`)
  if (state.livemode && state.dashboard === 'full' && state.lossesCollector === 'stripe')
    throw invalid(
      'Live-mode accounts that have access to the full dashboard and Stripe as loss-liable cannot be deleted.',
    )
  withdraw(world, state, cause)
  world.objects.update(state.id, { ...state, disconnected: true, deleted: true })
  return { id: state.id, object: 'account', deleted: true }
}

export function closeAccountV2({ world, scope, path, cause }: Call): Stripe.V2.Core.Account {
  const before = accountOf(world, scope.livemode, path['id']!)
  const after: AccountState = { ...before, closed: true, chargesEnabled: false, payoutsEnabled: false }
  saveAccount(world, before, after, cause)
  emitThin(world, platformScope(world, scope.livemode), 'v2.core.account.closed', after.id)
  return accountV2(after)
}
