import { Hono } from 'hono'
import type { AppContext, AppEnv } from '#kernel/http/context.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { accountRow } from './account-row.ts'
import { unmarkHeader } from './oauth/browser-mark.ts'
import { finishOAuth } from './oauth/finish-oauth.ts'
import type { OAuthOutcome } from './oauth/finish-oauth.ts'
import { onboardingLink } from './onboarding.ts'
import { refreshAccount } from './refresh-account.ts'
import { settleSmoke, smokeOfSession } from './smoke/settle-smoke.ts'
import { takeState } from './states.ts'
import type { ConnectState } from './states.ts'
import { receiveThinEvent } from './thin-events.ts'

/**
 * Pages to which the provider's onboarding redirects the creator. These are plain navigations without a
 * session, so the state alone identifies the creator. The outcome is read from the provider, never from the
 * address.
 */
export function returnPages(kernel: Kernel): Hono<AppEnv> {
  const pages = new Hono<AppEnv>()

  pages.get('/connect/return', async (c) => {
    const state = await stateOf(kernel, c)
    if (!state) return c.redirect('/studio?stripe=incomplete', 303)
    const account = await refreshAccount(kernel, state).catch((error: unknown) => {
      c.get('log').warn({ tenant: state.tenantId, error: String(error) }, 'a new account could not be read')
      return undefined
    })
    return c.redirect(studioAddress(state, account?.detailsSubmitted ? 'connected' : 'incomplete'), 303)
  })

  // The link was used or has expired: continue with a new one.
  pages.get('/connect/refresh', async (c) => {
    const state = await stateOf(kernel, c)
    if (!state) return c.redirect('/studio?stripe=incomplete', 303)
    const row = await kernel.database.asService('proof: account of a returning creator', (db) =>
      accountRow(db, state),
    )
    const link = row?.account_id
      ? await onboardingLink(kernel, state, row.account_id).catch((error: unknown) => {
          c.get('log').warn({ tenant: state.tenantId, error: String(error) }, 'no new onboarding link')
          return undefined
        })
      : undefined
    return c.redirect(link ?? studioAddress(state, 'incomplete'), 303)
  })

  // Return from the provider's OAuth page.
  pages.get('/connect/oauth/return', async (c) => {
    const { state = '', code, error } = c.req.query()
    unlinked(c)
    c.header('set-cookie', unmarkHeader(state))
    const outcome = await finishOAuth(kernel, { state, code, error, cookies: c.req.header('cookie') }).catch(
      (failure: unknown): OAuthOutcome => {
        c.get('log').warn({ error: String(failure) }, 'an authorization could not be finished')
        return { reason: 'refused' }
      },
    )
    return c.redirect(outcomeAddress(outcome), 303)
  })

  // Return from a smoke payment, in the tab that was opened for it.
  pages.get('/connect/smoke/return', async (c) => {
    unlinked(c)
    const row = await smokeOfSession(kernel, c.req.query('session_id') ?? '')
    const status = row
      ? await settleSmoke(kernel, row).catch((error: unknown) => {
          c.get('log').warn(
            { tenant: row.tenant_id, error: String(error) },
            'a smoke payment could not be read',
          )
          return 'open' as const
        })
      : 'unknown'
    return c.redirect(`/studio/connect/stripe?smoke=${status}`, 303)
  })

  pages.post('/webhooks/stripe/:mode{test|live}/thin', (c) => receiveThinEvent(kernel, c))
  return pages
}

/** The address contains a credential: it must not leak by referrer or cache. */
function unlinked(c: AppContext): void {
  c.header('referrer-policy', 'no-referrer')
  c.header('cache-control', 'no-store')
}

function outcomeAddress({ tenantId, reason, code, incomplete }: OAuthOutcome): string {
  const query = new URLSearchParams({ stripe: reason ? 'failed' : incomplete ? 'incomplete' : 'connected' })
  if (tenantId) query.set('tenant', tenantId)
  if (reason) query.set('reason', reason)
  if (code) query.set('code', code)
  return `/studio?${query}`
}

function stateOf(kernel: Kernel, c: AppContext): Promise<ConnectState | undefined> {
  unlinked(c)
  return kernel.database.asService('proof: take a connect state', (db) =>
    takeState(db, c.req.query('state') ?? ''),
  )
}

function studioAddress({ tenantId }: ConnectState, stripe: 'connected' | 'incomplete'): string {
  return `/studio?stripe=${stripe}&tenant=${tenantId}`
}
