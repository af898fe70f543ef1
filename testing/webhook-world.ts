import assert from 'node:assert/strict'
import { eventually } from './eventually.ts'
import { makeTenant } from './factories.ts'
import { functionCall } from './function-call.ts'
import { testApp } from './test-app.ts'
import { signUp } from './test-users.ts'
import { webhookReceiver } from './webhook-receiver.ts'
import type { WebhookReceiver } from './webhook-receiver.ts'

/** A server that sends webhooks, two receivers, and a creator who makes tenants with a webhook. */
export async function webhookWorld() {
  const [receiver, slow] = [await webhookReceiver(), await webhookReceiver()]
  const app = await testApp({
    worker: true,
    // Our own host name would be refused for that; these tests mean other hosts.
    env: { OUTBOUND_ALLOW: `${receiver.url},${slow.url}`, PUBLIC_URL: 'https://blocks.example' },
  })
  const ada = await signUp(app, app.anonKey)
  const creator = functionCall(app, app.anonKey, ada.access_token)
  let paths = 0

  /** A tenant with one webhook at its own path. */
  async function hooked(events: string[], at: WebhookReceiver = receiver, mode = 'test') {
    const tenant = await makeTenant(app.database, { owner: ada.user.id })
    const path = `/hook${++paths}`
    const made = await creator('POST', '/webhook-endpoints', {
      tenant_id: tenant.id,
      mode,
      url: at.url + path,
      events,
    })
    assert.equal(made.status, 200, JSON.stringify(made.body))
    const { endpoint, secret } = made.body as { endpoint: { id: string }; secret: string }
    const key = { tenant_id: tenant.id, id: endpoint.id }
    const query = `tenant_id=${tenant.id}&id=${endpoint.id}`
    return {
      tenant,
      key,
      secret,
      received: () => at.received.filter((hook) => hook.path === path),
      log: async (more = '') => (await creator('GET', `/webhook-deliveries?${query}${more}`)).body.deliveries,
      one: async (id: string) => (await creator('GET', `/webhook-delivery?${query}&message_id=${id}`)).body,
      endpoint: async () =>
        (await creator('GET', `/webhook-endpoints?tenant_id=${tenant.id}&mode=${mode}`)).body.endpoints[0],
      /** Makes all pending retries due now. */
      async due() {
        await app.owner.query('update app.webhook_deliveries set next_at = now() where endpoint_id = $1', [
          endpoint.id,
        ])
        await app.owner.query('update app.webhook_endpoints set held_until = null where id = $1', [
          endpoint.id,
        ])
        await app.owner.query(`select pg_notify('webhook_due', $1)`, [`${tenant.id} ${endpoint.id}`])
      },
    }
  }
  type Hooked = Awaited<ReturnType<typeof hooked>>

  /** Waits until the log has the given number of attempts. */
  const tried = (hook: Hooked, tries: number) =>
    eventually(
      `${tries} attempts`,
      async () => {
        const log = await hook.log()
        return log.reduce((sum: number, { tries: n }: { tries: number }) => sum + n, 0) >= tries && log
      },
      30,
    )

  async function order(tenantId: string, mode = 'test') {
    const { rows } = await app.owner.query(
      `insert into public.orders (tenant_id, mode, seller, source_id, name, amount_total, currency, stripe_account_id,
         state_hash, receipt_hash)
       values ($1, $2, 'pay', app.uuidv7(), 'Rye loaf', 1250, 'eur', 'acct_1', uuid_send(gen_random_uuid()),
         uuid_send(gen_random_uuid())) returning id`,
      [tenantId, mode],
    )
    const id = rows[0].id as string
    const set = (what: string) => app.owner.query(`update public.orders set ${what} where id = $1`, [id])
    return {
      id,
      pay: () => set("status = 'paid', paid_at = now()"),
      refund: (amount: number) =>
        set(
          `amount_refunded = ${amount}${amount === 1250 ? ", status = 'refunded', refunded_at = now()" : ''}`,
        ),
    }
  }

  const types = (hook: Hooked) => hook.received().map(({ event }) => event.type)
  return { receiver, slow, app, ada, creator, hooked, tried, order, types }
}
