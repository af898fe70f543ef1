import assert from 'node:assert/strict'
import type { DataForm, EntryPayment } from '#blocks/database/endpoints-studio.ts'
import type { DataTable } from '#features/tables/endpoints.ts'
import { formSite } from './form-site.ts'
import { functionCall } from './function-call.ts'
import { SHOP_PAGE, openShop } from './shop.ts'
import type { Shop } from './shop.ts'
import type { TestApp } from './test-app.ts'
import type { TestSandbox } from './test-sandbox.ts'

/** Forms whose last step is a payment, each with a tenant of its own. */
export async function paidForms(app: TestApp, sandbox: TestSandbox) {
  const { visitorOf } = formSite(app)
  const shared = await openShop(app, sandbox)
  /** A table with a form that asks for a name, an email address, a number of seats and a paper, and costs €12.50 a seat. */
  async function workshop(settings: object = {}, more: object = {}, of?: Shop) {
    const shop = of ?? (await openShop(app, sandbox, shared))
    const { tenant, creator } = shop
    const made = await creator('POST', `/data-tables/${tenant.id}/tables`, {
      title: 'Guests',
      fields: [
        { title: 'Name', kind: 'text', required: true },
        { title: 'Email', kind: 'email', unique: true },
        { title: 'Seats', kind: 'number' },
        { title: 'Paper', kind: 'file' },
      ],
      approval: true,
    })
    assert.equal(made.status, 200, JSON.stringify(made.body))
    const table = made.body as DataTable
    const [name, email, seats, paper] = table.fields.map(({ id }) => id) as [string, string, string, string]
    const create = (body: object) =>
      creator('POST', `/data-forms/${tenant.id}/forms`, {
        table_id: table.id,
        settings: {
          payment: { item: shop.itemId, quantity: seats },
          notify: true,
          edit_days: 7,
          ...settings,
        },
        ...body,
      })
    const { status, body } = await create(more)
    assert.equal(status, 200, JSON.stringify(body))
    const form = body as DataForm
    const visitor = visitorOf(tenant.public_key)
    const call = functionCall(app, tenant.public_key)
    const seen = { price_cents: 1250, currency: 'eur' }
    return {
      ...shop,
      table,
      form,
      create,
      visitor,
      ids: { name, email, seats, paper },
      call,
      pay: (token: string, extra: object = {}, caller = call) =>
        caller('POST', `/forms/${form.id}/payment`, { token, page_url: SHOP_PAGE, seen, ...extra }),
      look: (token: string, done = true) =>
        call('POST', `/forms/${form.id}/payment-state`, { token, ...(done && { done }) }),
      rows: async () =>
        (
          await app.owner.query<{ id: string; approved: boolean; values: Record<string, unknown> }>(
            `select r.id, r.approved, app.record_values(r, t.fields) as values from app.records r
             join public.data_tables t on t.tenant_id = r.tenant_id and t.id = r.table_id where r.tenant_id = $1`,
            [tenant.id],
          )
        ).rows,
      held: async () =>
        (
          await app.owner.query('select * from app.form_payments where tenant_id = $1 order by created_at', [
            tenant.id,
          ])
        ).rows,
      emails: async () =>
        (
          await app.owner.query<{ letter: string }>(
            `select data ->> 'letter' as letter from pgboss.job where name = 'mail' and data ->> 'tenant_id' = $1
               and data ->> 'letter' like 'form-%' order by 1`,
            [tenant.id],
          )
        ).rows.map(({ letter }) => letter),
      payments: async (query = '') =>
        (await creator('GET', `/data-forms/${tenant.id}/payments?table_id=${table.id}${query}`)).body
          .payments as EntryPayment[],
      send: async (answers: Record<string, unknown> = { [name]: 'Ann' }, to = form) => {
        const sent = await visitor.send(to, answers)
        assert.equal(sent.status, 200, JSON.stringify(sent.body))
        assert.match(sent.body.pay, /^[\w-]{43}$/)
        return sent.body.pay as string
      },
    }
  }
  return { workshop, shared }
}

/** Id of the checkout at this address. */
export const sessionOf = (url: string) => /\/c\/pay\/(cs_\w+)/.exec(url)![1]!
