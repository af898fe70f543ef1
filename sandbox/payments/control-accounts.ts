import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { transaction } from '../database.ts'
import type { AccountState } from './objects/account-state.ts'
import { setRequirements, reject, rejections } from './objects/account-transitions.ts'
import { withdraw } from './objects/accounts.ts'
import type { World } from './world.ts'

/** Simulates the provider or an account's owner: add requirements, reject, revoke access. */
export function createAccountControl(world: World): Hono {
  const app = new Hono()
  const change = (id: string, work: (state: AccountState) => void): void => {
    const state = world.objects.findAnywhere<AccountState>('account', id)?.data
    if (!state || state.deleted) throw new HTTPException(404, { message: `No account ${id}.` })
    transaction(world.database, () => work(state))
    world.deliveries.wake()
  }

  app.post('/:id/deauthorize', (c) => {
    change(c.req.param('id'), (state) => withdraw(world, state))
    return c.json({ deauthorized: true })
  })

  app.post('/:id/requirements', async (c) => {
    const due: unknown = ((await c.req.json()) as Record<string, unknown>)['currently_due']
    if (!Array.isArray(due) || !due.every((one) => typeof one === 'string'))
      return c.json({ error: 'currently_due: a list of requirements, empty when nothing is missing.' }, 400)
    change(c.req.param('id'), (state) => setRequirements(world, state, due))
    return c.json({ currently_due: due })
  })

  app.post('/:id/reject', async (c) => {
    const { reason } = (await c.req.json()) as { reason?: string }
    if (!rejections.includes(reason ?? ''))
      return c.json({ error: `reason: one of ${rejections.join(', ')}.` }, 400)
    change(c.req.param('id'), (state) => reject(world, state, reason!))
    return c.json({ disabled_reason: `rejected.${reason}` })
  })
  return app
}
