import { sql } from 'kysely'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { refreshAccount } from '../refresh-account.ts'
import { takeState } from '../states.ts'
import type { ConnectState } from '../states.ts'
import { readMark } from './browser-mark.ts'

/** Why an authorization connected nothing. The Studio maps each reason to a message. */
export type OAuthRefusal = 'denied' | 'refused' | 'wrong_mode' | 'in_use' | 'unknown'

export interface OAuthOutcome {
  tenantId?: string
  /** Undefined when the account is connected. */
  reason?: OAuthRefusal
  /** The provider's own error code, for example `invalid_scope`. */
  code?: string
  /** True when access was granted but the owner has not completed the account's details. */
  incomplete?: boolean
}

export interface OAuthAnswer {
  state: string
  code?: string | undefined
  error?: string | undefined
  /** The secret from the returning browser's cookie. */
  cookies?: string | undefined
}

/**
 * Exchanges the authorization code for the account's id, once, in the browser that started it, and stores the
 * id for the tenant of the state. The keys in the response are not stored: the platform key and the account's
 * id are enough.
 */
export async function finishOAuth(kernel: Kernel, answer: OAuthAnswer): Promise<OAuthOutcome> {
  const browser = readMark(answer.cookies, answer.state)
  const state = await kernel.database.asService('proof: take a connect state', (db) =>
    takeState(db, answer.state, browser),
  )
  if (!state) return { reason: 'unknown' }
  const { tenantId, mode } = state
  const refused = (error: unknown): OAuthOutcome => ({ tenantId, reason: 'refused', code: wordOf(error) })
  if (!answer.code)
    return answer.error === 'access_denied' ? { tenantId, reason: 'denied' } : refused(answer.error)

  let token
  try {
    // Never sent twice: the provider treats a reused code as stolen and revokes the access it granted.
    token = await kernel.payments
      .client(mode)
      .oauth.token({ grant_type: 'authorization_code', code: answer.code }, { maxNetworkRetries: 0 })
  } catch (error) {
    kernel.log.warn({ tenant: tenantId, error: String(error) }, 'an authorization code was refused')
    return refused((error as { rawType?: unknown }).rawType)
  }
  if (token.livemode !== (mode === 'live')) return { tenantId, reason: 'wrong_mode' }
  const account = token.stripe_user_id ?? ''
  if (!/^acct_\w{1,100}$/.test(account)) return { tenantId, reason: 'refused' }
  const kept = await kernel.database.asService('proof: store a connected account', (db) =>
    keepAccount(db, state, account),
  )
  if (!kept) return { tenantId, reason: 'in_use' }
  const read = await refreshAccount(kernel, state)
  return read?.detailsSubmitted ? { tenantId } : { tenantId, incomplete: true }
}

/** The provider's codes are lowercase words; anything else in the address is not from the provider. */
function wordOf(error: unknown): string | undefined {
  return typeof error === 'string' && /^[a-z_]{1,40}$/.test(error) ? error : undefined
}

/**
 * Links the account in one statement, unless the tenant already has a finished account or another tenant has
 * this one: it must always be clear who receives the money. The advisory lock serializes two tenants that
 * connect the same account.
 */
async function keepAccount(db: Db, { tenantId, mode }: ConnectState, account: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`payment account ${account}`}, 0))`.execute(db)
  const { numAffectedRows } = await sql`
    insert into public.payment_accounts as own (tenant_id, mode, account_id, kind)
    select ${tenantId}, ${mode}, ${account}, 'standard'
    where not exists (select from public.payment_accounts
      where account_id = ${account} and (tenant_id, mode) <> (${tenantId}::uuid, ${mode}))
    on conflict (tenant_id, mode) do update set account_id = excluded.account_id, kind = excluded.kind,
      generation = own.generation + 1, version = own.version + 1, display_name = null, country = null,
      charges_enabled = false, payouts_enabled = false, requirements = '{}', disabled_reason = null, read_at = null
    where own.account_id is null or not own.details_submitted`.execute(db)
  if (numAffectedRows !== 1n) return false
  // Cancels a pending release: the account was disconnected, or its tenant deleted, and is now in use again.
  await db.deleteFrom('app.payment_account_releases').where('account_id', '=', account).execute()
  await db
    .deleteFrom('app.provider_ends')
    .where('account_id', '=', account)
    .where('kind', '=', 'account')
    .execute()
  return true
}
