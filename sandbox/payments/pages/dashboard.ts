import { Hono } from 'hono'
import type { Context } from 'hono'
import { transaction } from '../../database.ts'
import { pageHeaders } from '../../page.ts'
import { ApiError } from '../api/errors.ts'
import type { AccountState } from '../objects/account-state.ts'
import { setRequirements, reject } from '../objects/account-transitions.ts'
import { platformScope, withdraw } from '../objects/accounts.ts'
import { disputeReasons, endDispute, isOpen, openDispute } from '../objects/disputes.ts'
import type { DisputeReason } from '../objects/disputes.ts'
import type { LoginLink } from '../objects/login-links.ts'
import { createRefund } from '../objects/refunds.ts'
import { advanceTime } from '../time/due-work.ts'
import { hasAccess } from '../api/credentials.ts'
import type { Scope, World } from '../world.ts'
import { accountPage, eventsPage, missingPage, overviewPage } from './dashboard-views.ts'
import type Stripe from 'stripe'

/**
 * Replaces the provider's dashboard: shows all objects, and simulates actions of buyers, banks and the
 * provider.
 */
export function createDashboard(world: World): Hono {
  const app = new Hono()

  const scopeOf = (c: Context): Scope | undefined => {
    const { mode, account } = c.req.param() as { mode?: string; account?: string }
    if ((mode !== 'live' && mode !== 'test') || !account) return undefined
    const livemode = mode === 'live'
    const known =
      account === world.platform.account ||
      world.objects.find('account', platformScope(world, livemode), account) !== undefined
    return known ? { livemode, account } : undefined
  }

  app.get('/dashboard', (c) => answer(c, overviewPage(world)))
  app.get('/dashboard/events', (c) => answer(c, eventsPage(world, c.req.query('type'))))
  app.get('/dashboard/:mode/:account', (c) => {
    const scope = scopeOf(c)
    return scope ? answer(c, accountPage(world, scope, c.req.query('said'))) : answer(c, missingPage(), 404)
  })
  app.get('/express/:link', (c) => {
    const found = world.objects.findAnywhere<LoginLink>('login_link', c.req.param('link'))
    if (!found) return answer(c, missingPage(), 404)
    world.objects.remove(found.id)
    return c.redirect(`/dashboard/${found.scope.livemode ? 'live' : 'test'}/${found.data.account}`, 303)
  })

  app.post('/dashboard/events/:id/replay', async (c) => {
    for (const one of world.deliveries.list(c.req.param('id'))) await world.deliveries.replay(one)
    return c.redirect('/dashboard/events', 303)
  })
  app.post('/dashboard/clock', async (c) => {
    const { by } = await c.req.parseBody()
    const step = typeof by === 'string' ? steps[by] : undefined
    if (step) advanceTime(world, step)
    return c.redirect('/dashboard', 303)
  })
  app.post('/dashboard/:mode/:account/:action', async (c) => {
    const scope = scopeOf(c)
    if (!scope) return answer(c, missingPage(), 404)
    const body = (await c.req.parseBody()) as Record<string, string>
    const said = act(world, scope, c.req.param('action'), body)
    world.deliveries.wake()
    const { mode, account } = c.req.param() as { mode: string; account: string }
    return c.redirect(`/dashboard/${mode}/${account}?said=${encodeURIComponent(said)}`, 303)
  })
  return app
}

function answer(c: Context, content: ReturnType<typeof missingPage>, status: 200 | 404 = 200) {
  return c.html(content, status, pageHeaders)
}

const HOUR = 60 * 60
const steps: Record<string, number> = { hour: HOUR, days: 3 * 24 * HOUR, month: 31 * 24 * HOUR }

/** Runs a button's action. @returns the message to show */
function act(world: World, scope: Scope, action: string, body: Record<string, string>): string {
  const work = actions[action]
  if (!work) return 'No such action.'
  try {
    return transaction(world.database, () => work(world, scope, body))
  } catch (error) {
    if (error instanceof ApiError) return error.message
    throw error
  }
}

type Action = (world: World, scope: Scope, body: Record<string, string>) => string

const byHand = { id: null, idempotency_key: null }

const actions: Record<string, Action> = {
  refund(world, scope, body) {
    const amount = body['amount'] ? Number(body['amount']) : undefined
    const params = { charge: body['charge'], ...(amount === undefined ? {} : { amount }) }
    createRefund({ world, scope, params, path: {}, cause: byHand })
    return 'Refunded.'
  },
  dispute(world, scope, body) {
    const charge = world.objects.get<Stripe.Charge>('charge', scope, body['charge'] ?? '', 'charge').data
    const reason = body['reason'] as DisputeReason
    if (!disputeReasons.includes(reason)) return 'Choose a reason.'
    if (!charge.paid || charge.refunded || charge.disputed) return 'This payment cannot be disputed.'
    openDispute(world, scope, charge, reason)
    return 'Disputed.'
  },
  end(world, scope, body) {
    const { data } = world.objects.get<Stripe.Dispute>('dispute', scope, body['dispute'] ?? '', 'dispute')
    if (!isOpen(data)) return 'It is closed already.'
    endDispute(world, scope, data, body['how'] === 'won' ? 'won' : 'lost')
    return 'The dispute is closed.'
  },
  requirements(world, scope, body) {
    const state = accountAt(world, scope)
    if (!state) return 'The platform has no requirements.'
    const due = (body['due'] ?? '').split(/[\s,]+/).filter(Boolean)
    setRequirements(world, state, due)
    return due.length > 0 ? 'Asked for more.' : 'Nothing is missing.'
  },
  reject(world, scope) {
    const state = accountAt(world, scope)
    if (!state) return 'The platform cannot be rejected.'
    reject(world, state, 'other')
    return 'Rejected.'
  },
  disconnect(world, scope) {
    const state = accountAt(world, scope)
    if (!state || !hasAccess(world, scope.livemode, scope.account)) return 'It is not connected.'
    withdraw(world, state)
    return 'Disconnected.'
  },
}

function accountAt(world: World, scope: Scope): AccountState | undefined {
  return world.objects.find<AccountState>('account', platformScope(world, scope.livemode), scope.account)
    ?.data
}
