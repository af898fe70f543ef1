import type { PaymentMode } from '#kernel/config.ts'
import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { tenantWith } from '#kernel/tenant-with.ts'
import { providerError } from '#kernel/payments/provider-error.ts'
import { accountRow, storeAccountId } from './account-row.ts'
import { CONNECT_FAILED, connectErrors } from './errors.ts'
import { requireMode } from './live-rights.ts'
import { CONNECT_LIMIT } from './limits.ts'
import { createAccount, createLink, ownCountry } from './provider-account.ts'
import { newState } from './states.ts'
import type { ConnectState } from './states.ts'

interface Wish {
  tenant_id: string
  /** The tenant's current mode unless named. */
  mode?: PaymentMode
  country?: string
}

/**
 * Address of the provider's onboarding for the caller's tenant. Its account is created once per mode.
 * @throws {AppError} tenant_not_found, live_needs_plan, test_not_set_up, live_not_set_up, already_connected
 *   (an account connected by OAuth, which we cannot onboard), too_many_requests, or the provider's error
 */
export async function startOnboarding(kernel: Kernel, claims: Claims, wish: Wish): Promise<{ url: string }> {
  const tenant = await kernel.database.withClaims(claims, (db) => tenantWith(db, wish.tenant_id, 'own'))
  const mode = wish.mode ?? tenant.stripe_mode
  await requireMode(kernel, claims, { owner: tenant.owner_user_id, mode })
  await kernel.limits.take('connect.start', claims.sub!, CONNECT_LIMIT)
  const state: ConnectState = { tenantId: tenant.id, mode, userId: claims.sub! }
  const account = await ensureAccount(kernel, state, {
    name: tenant.name,
    email: claims.email,
    country: wish.country,
  })
  return { url: await onboardingLink(kernel, state, account) }
}

/**
 * The id is stored before the creator is redirected. The idempotency key makes a retry after a lost response
 * find the same account.
 */
async function ensureAccount(
  kernel: Kernel,
  key: ConnectState,
  person: { name: string; email: string | undefined; country: string | undefined },
): Promise<string> {
  const row = await kernel.database.asService('closed: payment account of a tenant', (db) =>
    accountRow(db, key),
  )
  if (row?.account_id && row.kind === 'standard') throw connectErrors.already_connected()
  if (row?.account_id) return row.account_id
  const stripe = kernel.payments.client(key.mode)
  const generation = row && row.generation > 1 ? `:${row.generation}` : ''
  try {
    const made = await createAccount(stripe, kernel.config.payments.accountForm, {
      name: person.name,
      email: person.email,
      country: person.country ?? (await ownCountry(stripe)),
      idempotencyKey: `acct:${key.tenantId}:${key.mode}${generation}`,
    })
    return await kernel.database.asService('closed: store a new payment account', (db) =>
      storeAccountId(db, key, made),
    )
  } catch (error) {
    throw providerError(error, CONNECT_FAILED)
  }
}

/**
 * Creates a new onboarding link with a new state; the return URL and the refresh URL both carry it.
 * @throws {AppError} the provider's error
 */
export async function onboardingLink(kernel: Kernel, key: ConnectState, account: string): Promise<string> {
  const state = await kernel.database.asService('closed: store a connect state', (db) => newState(db, key))
  const { publicUrl } = kernel.config
  return createLink(kernel.payments.client(key.mode), kernel.config.payments.accountForm, account, {
    returnUrl: `${publicUrl}/connect/return?state=${state}`,
    refreshUrl: `${publicUrl}/connect/refresh?state=${state}`,
  }).catch((error: unknown) => {
    throw providerError(error, CONNECT_FAILED)
  })
}
