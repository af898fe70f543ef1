import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { DataTable } from '#features/tables/endpoints.ts'
import { formSite } from '#testing/form-site.ts'
import { functionCall } from '#testing/function-call.ts'
import { EVERYONE } from '#testing/own-tables.ts'
import { testApp } from '#testing/test-app.ts'
import type { DataForm } from './endpoints-studio.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' } })
const { builder, visitorOf, solved } = formSite(app)

describe('[peers D7] the link of a sender', () => {
  const tokenOf = (address: string) => new URL(address).hash.replace('#edit=', '')
  const caller = (key: string) => {
    const call = functionCall(app, key)
    return {
      read: (form: DataForm, token: string) => call('POST', `/forms/${form.id}/sent`, { token }),
      save: (form: DataForm, token: string, answers: object) =>
        call('PUT', `/forms/${form.id}/sent`, { token, answers }),
    }
  }

  test('opens what was sent, and changes it by the rules of the form; a changed row waits for approval again', async () => {
    const { makeForm, tenant, ids, rows, table } = await builder({ approval: true })
    const form = await makeForm({ settings: { edit_days: 7 }, most: 1 })
    const answers = { [ids.name]: 'Ann', [ids.topic]: 'order', [ids.order]: '17' }
    const proof = await solved(form)
    const visitor = visitorOf(tenant.public_key)
    const { body } = await visitor.send(form, answers, proof)
    const token = tokenOf(body.edit)
    assert.match(body.edit, new RegExp(`/embed/form\\?tenant=${tenant.public_key}&form=${form.id}&edit=1`))
    assert.equal((await visitor.send(form, answers, proof)).body.edit, body.edit, 'the same when repeated')
    const { rows: stored } = await app.owner.query(
      'select to_jsonb(s) as all from app.form_submissions s where s.tenant_id = $1',
      [tenant.id],
    )
    assert.ok(!JSON.stringify(stored).includes(token), 'the database has only a hash')

    const { read, save } = caller(tenant.public_key)
    assert.deepEqual((await read(form, token)).body.answers, answers)
    await app.owner.query(
      'update app.records set approved = true, extra = extra || $2 where tenant_id = $1',
      [tenant.id, JSON.stringify({ [ids.notes]: 'staff' })],
    )
    const { slot } = table.fields.find(({ id }) => id === ids.notes)!
    const changed = await save(form, token, { [ids.name]: 'Anna', [ids.topic]: 'other', [ids.order]: 'x' })
    assert.deepEqual([changed.status, changed.body], [200, { waits: true }])
    const [row] = await rows()
    assert.equal(row!.approved, false)
    assert.deepEqual(
      row!.values,
      { name: 'Anna', topic: 'other', ...(!slot && { staff_notes: 'staff' }) },
      'a question that does not apply any more loses its value, and other fields keep theirs',
    )
    assert.equal((await save(form, token, { [ids.name]: '' })).body.code, 'invalid_answers')
    assert.equal((await save(form, token, { [ids.name]: 'A', [ids.notes]: 'x' })).body.code, 'unknown_field')
  })

  test('[O06] changes leave the limits of submissions, of the plan and of their history in place', async () => {
    const { makeForm, tenant, ids, rows } = await builder()
    const form = await makeForm({ settings: { edit_days: 7 } })
    const { body } = await visitorOf(tenant.public_key).send(form, { [ids.name]: 'Ann' })
    const { save } = caller(tenant.public_key)
    const token = tokenOf(body.edit)
    const large = await save(form, token, { [ids.name]: 'Ann', [ids.email]: ' '.repeat(300_000) })
    assert.deepEqual([large.status, large.body.code], [400, 'invalid_answers'])
    for (const [column, name] of [
      ['history_bytes', 'Bob'],
      ['bytes', 'Cleo'],
    ] as const) {
      const fill = (bytes: number) =>
        app.owner.query(`update app.record_usage set ${column} = ${column} + $2 where tenant_id = $1`, [
          tenant.id,
          bytes,
        ])
      await fill(6e9)
      const refused = await save(form, token, { [ids.name]: name })
      assert.deepEqual([refused.status, refused.body.code], [403, 'form_closed'], column)
      assert.equal((await rows())[0]!.values['name'], 'Ann')
      await fill(-6e9)
    }
    assert.equal((await save(form, token, { [ids.name]: 'Dan' })).status, 200)
  })

  test('[O06] one link changes a row 20 times in an hour', async () => {
    const limited = await testApp({ env: { TRUSTED_PROXIES: '1' } })
    const site = formSite(limited)
    const { makeForm, tenant, ids } = await site.builder()
    const form = await makeForm({ settings: { edit_days: 7 } })
    const sent = await site.visitorOf(tenant.public_key).send(form, { [ids.name]: 'Ann' })
    const other = await site.visitorOf(tenant.public_key).send(form, { [ids.name]: 'Ben' })
    const call = functionCall(limited, tenant.public_key)
    const save = ({ body }: typeof sent, network: number) =>
      call(
        'PUT',
        `/forms/${form.id}/sent`,
        { token: tokenOf(body.edit), answers: { [ids.name]: `N${network}` } },
        { 'x-forwarded-for': `203.0.113.${network}` },
      )
    const statuses: number[] = []
    for (let network = 1; network <= 22; network++) statuses.push((await save(sent, network)).status)
    assert.deepEqual(statuses, [...Array<number>(20).fill(200), 429, 429])
    assert.equal((await save(other, 23)).status, 200)
  })

  test('keeps hidden questions, files, and every answer that depends on one of them', async () => {
    const made = await builder({ plan: 'pro' })
    const { ids, tenant, makeForm, changeTable, table } = made
    const { body: described } = await changeTable({
      fields: [
        ...table.fields,
        { title: 'CV', kind: 'file' },
        { title: 'About the CV', kind: 'text' },
        { title: 'Source', kind: 'text' },
      ],
    })
    const [cv, about, source] = (described as DataTable).fields.slice(-3).map(({ id }) => id) as [
      string,
      string,
      string,
    ]
    const fair = { all: [{ field: source, is: 'is' as const, value: 'fair' }] }
    const form = await makeForm({
      design: {
        pages: [
          {
            sections: [
              {
                questions: [
                  { field: ids.name },
                  { field: cv },
                  { field: about, when: { all: [{ field: cv, is: 'filled' }] } },
                  { field: source, hidden: true, prefill: { parameter: 'source' } },
                ],
              },
              { questions: [{ field: ids.topic, required: true }], when: fair },
            ],
          },
          {
            when: { any: [{ field: ids.topic, is: 'is', value: 'order' }] },
            sections: [{ questions: [{ field: ids.order }] }],
          },
          {
            sections: [
              { questions: [{ field: ids.email, when: { all: [{ field: ids.name, is: 'filled' }] } }] },
            ],
          },
        ],
      },
      settings: { edit_days: 7 },
    })
    const visitor = visitorOf(tenant.public_key)
    const file = await visitor.upload(form, cv, '%PDF-1.7')
    const { body } = await visitor.send(form, {
      [ids.name]: 'Ann',
      [cv]: file.id,
      [about]: 'Two pages',
      [source]: 'fair',
      [ids.topic]: 'order',
      [ids.order]: '17',
      [ids.email]: 'ann@example.test',
    })
    const [before] = await made.rows()
    const { read, save } = caller(tenant.public_key)
    const { answers } = (await read(form, tokenOf(body.edit))).body
    assert.deepEqual(answers, { [ids.name]: 'Ann', [ids.email]: 'ann@example.test' })
    const given = { ...answers, [ids.name]: 'Anna', [source]: 'elsewhere', [about]: 'x', [ids.order]: null }
    const changed = await save(form, tokenOf(body.edit), given)
    assert.equal(changed.status, 200, JSON.stringify(changed.body))
    assert.deepEqual((await made.rows())[0]!.values, { ...before!.values, name: 'Anna' })
  })

  test('[O06] opens only the row that was sent: not another one with its id', async () => {
    const { makeForm, tenant, ids, changeTable, rows } = await builder({ plan: 'pro' })
    const form = await makeForm({ settings: { edit_days: 7 } })
    assert.equal((await changeTable({ add: EVERYONE })).status, 200)
    const { body } = await visitorOf(tenant.public_key).send(form, { [ids.name]: 'Ann' })
    const { read, save } = caller(tenant.public_key)
    const token = tokenOf(body.edit)
    const { rows: deleted } = await app.owner.query<{ id: string; table_id: string }>(
      'delete from app.records where tenant_id = $1 returning id, table_id',
      [tenant.id],
    )
    const [{ id, table_id }] = deleted as [{ id: string; table_id: string }]
    // Visitors cannot choose the id of a deleted row. This one is written as if they could.
    const { error } = await app.client(tenant.public_key).from('messages').insert({ id, name: 'Eve' })
    assert.equal(error?.code, '23505')
    assert.ifError((await app.client(tenant.public_key).from('messages').insert({ name: 'Eve' })).error)
    await app.owner.query('update app.records set id = $1 where tenant_id = $2', [id, tenant.id])
    assert.equal((await read(form, token)).body.code, 'link_ended')
    assert.equal((await save(form, token, { [ids.name]: 'X' })).body.code, 'link_ended')
    assert.equal((await rows())[0]!.values['name'], 'Eve')
    await app.owner.query('delete from app.records where tenant_id = $1', [tenant.id])
    await app.owner.query(
      `update app.record_history set act = 'restored' where tenant_id = $1 and before ->> $2 = 'Eve'`,
      [tenant.id, ids.name],
    )
    await app.owner.query('select app.restore_records($1, $2, $3)', [tenant.id, table_id, [id]])
    assert.deepEqual((await read(form, token)).body.answers, { [ids.name]: 'Ann' }, 'a restored row has it')
  })

  test('a change is a visitor’s in the history of the row', async () => {
    const { makeForm, tenant, ids } = await builder()
    const form = await makeForm({ settings: { edit_days: 7 } })
    const { body } = await visitorOf(tenant.public_key).send(form, { [ids.name]: 'Ann' })
    await caller(tenant.public_key).save(form, tokenOf(body.edit), { [ids.name]: 'Anna' })
    const { rows } = await app.owner.query(
      'select act, actor_kind, actor_id from app.record_history where tenant_id = $1',
      [tenant.id],
    )
    assert.deepEqual(rows, [{ act: 'changed', actor_kind: 'visitor', actor_id: null }])
  })

  test('ends with its time, with the owner’s permission, with the form and with the row; other tokens open nothing', async () => {
    const [a, b] = [await builder({ plan: 'pro' }), await builder()]
    let form = await a.makeForm({ settings: { edit_days: 7 } })
    const other = await a.makeForm({ settings: { edit_days: 7 } })
    const { body } = await visitorOf(a.tenant.public_key).send(form, { [a.ids.name]: 'Ann' })
    const token = tokenOf(body.edit)
    const { read, save } = caller(a.tenant.public_key)
    const codes = async () => [
      (await read(form, token)).body.code,
      (await save(form, token, { [a.ids.name]: 'X' })).body.code,
    ]
    assert.equal((await read(form, 'A'.repeat(43))).body.code, 'link_ended')
    assert.equal((await read(other, token)).body.code, 'link_ended', 'a link is for one form')
    assert.equal((await caller(b.tenant.public_key).read(form, token)).body.code, 'form_not_found')
    const change = async (settings: object, more: object = {}) => {
      form = (await a.change(form, { settings, ...more })).body as DataForm
    }
    await change({})
    assert.deepEqual(await codes(), ['link_ended', 'link_ended'])
    await change({ edit_days: 7 }, { is_open: false })
    assert.deepEqual(await codes(), ['form_closed', 'form_closed'])
    await change({ edit_days: 7 }, { is_open: true })
    assert.equal((await read(form, token)).status, 200)
    for (const what of ['records', 'form_submissions'])
      await app.owner.query(
        `update app.${what} set created_at = now() - interval '8 days' where tenant_id = $1`,
        [a.tenant.id],
      )
    assert.deepEqual(await codes(), ['link_ended', 'link_ended'])
    await change({ edit_days: 30 })
    assert.equal((await read(form, token)).status, 200)
    await app.owner.query('delete from app.records where tenant_id = $1', [a.tenant.id])
    assert.deepEqual(await codes(), ['link_ended', 'link_ended'])
    const both = await a.change(form, { settings: { edit_days: 7, known_is_fine: true } })
    assert.equal(both.body.code, 'bad_design', 'a link would tell which answer was known')
  })
})
