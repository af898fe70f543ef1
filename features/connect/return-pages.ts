import { Hono } from 'hono'
import type { AppContext, AppEnv } from '#kernel/http/context.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { accountRow } from './account-row.ts'
import { onboardingLink } from './onboarding.ts'
import { refreshAccount } from './refresh-account.ts'
import { takeState } from './states.ts'
import type { ConnectState } from './states.ts'

/**
 * Where the provider's onboarding sends the creator: plain navigations without a session, so the state alone says
 * who came. What happened is asked from the provider, never read from the address.
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

  // The link was used up or too old: the same person goes on with a new one.
  pages.get('/connect/refresh', async (c) => {
    const state = await stateOf(kernel, c)
    if (!state) return c.redirect('/studio?stripe=incomplete', 303)
    const row = await kernel.database.asService('account of a returning creator', (db) =>
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
  return pages
}

function stateOf(kernel: Kernel, c: AppContext): Promise<ConnectState | undefined> {
  c.header('referrer-policy', 'no-referrer')
  c.header('cache-control', 'no-store')
  return kernel.database.asService('take a connect state', (db) => takeState(db, c.req.query('state') ?? ''))
}

function studioAddress({ tenantId }: ConnectState, stripe: 'connected' | 'incomplete'): string {
  return `/studio?stripe=${stripe}&tenant=${tenantId}`
}
