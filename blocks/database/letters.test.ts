import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DataTable } from '#features/tables/endpoints.ts'
import { AppError } from '#kernel/errors.ts'
import { givePlan, makeTenant } from '#testing/factories.ts'
import { functionCall } from '#testing/function-call.ts'
import { testApp } from '#testing/test-app.ts'
import { signUp } from '#testing/test-users.ts'
import type { DataForm } from './endpoints-studio.ts'
import { letters } from './letters.ts'

const app = await testApp()

/** A form whose senders get a confirmation, and a function that stores what was sent and writes a letter about it. */
async function form() {
  const { user, access_token } = await signUp(app, app.anonKey)
  const tenant = await makeTenant(app.database, { owner: user.id })
  const call = functionCall(app, app.anonKey, access_token)
  const made = await call('POST', `/data-tables/${tenant.id}/tables`, {
    title: 'Messages',
    fields: [{ title: 'Email', kind: 'email' }],
  })
  const table = made.body as DataTable
  const field = table.fields[0]!
  const { body, status } = await call('POST', `/data-forms/${tenant.id}/forms`, {
    table_id: table.id,
    settings: { notify: true, confirm: { field: field.id, subject: 'Hello', text: 'Thank you.' } },
  })
  assert.equal(status, 200, JSON.stringify(body))
  const { id } = body as DataForm
  return {
    owner: user.id,
    reports: async () =>
      (
        await app.owner.query<{ data: object }>(
          `select data from pgboss.job where name = 'mail' and data ->> 'letter' = 'form-dropped' and data ->> 'tenant_id' = $1`,
          [tenant.id],
        )
      ).rows.map(({ data }) => data),
    letter: async (kind: 'form-copy' | 'form-received', to: string | null) => {
      const record = await app.owner.query<{ id: string }>(
        `insert into app.records (tenant_id, table_id, extra) values ($1, $2, '{}') returning id`,
        [tenant.id, table.id],
      )
      const column = field.slot
      assert.ok(column)
      await app.owner.query(`update app.records set "${column}" = $2 where id = $1`, [record.rows[0]!.id, to])
      const sent = await app.owner.query<{ id: string }>(
        `insert into app.form_submissions (tenant_id, form_id, record_id, ticket, body)
        values ($1, $2, $3, decode(md5(random()::text), 'hex'), '') returning id`,
        [tenant.id, id, record.rows[0]!.id],
      )
      const ids = { tenant_id: tenant.id, form_id: id, id: sent.rows[0]!.id }
      return letters[kind]!(app.kernel, ids as never).catch((error: unknown) => {
        assert.ok(error instanceof AppError, String(error))
        return error.status
      })
    },
  }
}

test('confirmations are limited by mailbox, whatever labels its address has', async () => {
  const { letter } = await form()
  for (let at = 0; at < 5; at++)
    assert.equal(typeof (await letter('form-copy', `ann+${at}@example.test`)), 'object')
  assert.equal(await letter('form-copy', 'ANN+5@example.test'), 429)
  assert.equal(typeof (await letter('form-copy', 'bob@example.test')), 'object')
})

test('confirmations are limited by site: 20 an hour on Free, 100 with Pro', async () => {
  const { letter, owner } = await form()
  const send = async (from: number, count: number) => {
    const results: unknown[] = []
    for (let at = from; at < from + count; at++)
      results.push(await letter('form-copy', `n${at}@example.test`))
    return results.filter((result) => result === 429).length
  }
  assert.equal(await send(0, 22), 2)
  await givePlan(app.database, owner, 'pro')
  assert.equal(await send(100, 102), 2)
})

test('the owner is told how many emails there are', async () => {
  const { letter } = await form()
  const first = await letter('form-received', null)
  assert.ok(first && typeof first === 'object')
  assert.match(first.text, /At most 20 of these emails are sent in an hour/)
})

test('the owner learns once a day that emails were dropped', async () => {
  const { letter, reports } = await form()
  for (let at = 0; at < 20; at++) await letter('form-received', null)
  assert.deepEqual(await reports(), [])
  assert.equal(await letter('form-received', null), 429)
  assert.equal(await letter('form-received', null), 429)
  const [report, ...more] = await reports()
  assert.deepEqual(more, [])
  const written = await letters['form-dropped']!(app.kernel, report as never)
  assert.match(written!.text, /In an hour you get at most 20 emails/)
})

test('a mailbox that got enough confirmations is no report: strangers type addresses', async () => {
  const { letter, reports } = await form()
  for (let at = 0; at < 6; at++) await letter('form-copy', 'ann@example.test')
  assert.deepEqual(await reports(), [])
})
