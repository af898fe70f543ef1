import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import type { DataTable } from '#features/tables/endpoints.ts'
import { eventually } from '#testing/eventually.ts'
import { givePlan, makeTenant } from '#testing/factories.ts'
import { FIELDS, formSite, solve } from '#testing/form-site.ts'
import { functionCall } from '#testing/function-call.ts'
import { testApp } from '#testing/test-app.ts'
import { latestEmailTo, newEmail, signUp } from '#testing/test-users.ts'
import type { DataForm } from './endpoints-studio.ts'
import { issueTicket } from './tickets.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' }, worker: true })
const { builder, visitorOf, solved } = formSite(app)

describe('[peers D13] files in forms', () => {
  async function jobs() {
    const made = await builder({ plan: 'pro' })
    const { body } = await made.changeTable({
      fields: [
        ...made.table.fields,
        { title: 'CV', kind: 'file', types: ['document'], max: 1 },
        { title: 'Notes file', kind: 'file' },
      ],
    })
    const [cv, notes] = (body as DataTable).fields.slice(-2).map(({ id }) => id) as [string, string]
    const questions = [{ field: made.ids.name }, { field: cv, required: true }]
    const design = { pages: [{ sections: [{ questions }] }] }
    return {
      ...made,
      cv,
      notes,
      form: await made.makeForm({ design }),
      other: await made.makeForm({ design }),
    }
  }

  test('a visitor sends a form with a file, once', async () => {
    const { tenant, form, cv, ids, rows } = await jobs()
    const visitor = visitorOf(tenant.public_key)
    const file = await visitor.upload(form, cv, '%PDF-1.7')
    assert.equal(file.status, 200)
    const missing = await visitor.send(form, { [ids.name]: 'Ann' })
    assert.deepEqual(missing.body.details.faults, [{ field: cv, code: 'required' }])
    const sent = await visitor.send(form, { [ids.name]: 'Ann', [cv]: file.id })
    assert.equal(sent.status, 200, JSON.stringify(sent.body))
    const [row] = await rows()
    assert.deepEqual(row!.values['cv'], { id: file.id, name: 'cv.pdf', size: 8, type: 'application/pdf' })
    const again = await visitor.send(form, { [ids.name]: 'Ben', [cv]: file.id })
    assert.deepEqual([again.status, again.body.details.faults], [400, [{ field: cv, code: 'file' }]])
    assert.equal((await rows()).length, 1)
  })

  test('a file is for the form, the question and the visitor that it was sent by', async () => {
    const { tenant, form, other, cv, notes, ids, rows } = await jobs()
    const visitor = visitorOf(tenant.public_key)
    const member = await signUp(app, tenant.public_key)
    const signedIn = visitorOf(tenant.public_key, member.access_token)
    const file = await visitor.upload(form, cv, '%PDF-1.7')
    const own = await signedIn.upload(form, cv, '%PDF-1.7')
    const faults = [{ field: cv, code: 'file' }]
    for (const [who, to, id] of [
      [visitor, other, file.id],
      [signedIn, form, file.id],
      [visitor, form, own.id],
      [visitor, form, '0190a5c8-0000-4000-8000-000000000001'],
    ] as const)
      assert.deepEqual((await who.send(to, { [ids.name]: 'Eve', [cv]: id })).body.details?.faults, faults)
    assert.deepEqual(await rows(), [])
    assert.equal(
      (await visitor.upload(form, notes, 'text')).code,
      'unknown_field',
      'the form does not ask for it',
    )
    assert.equal((await visitor.upload(form, ids.name, 'text')).code, 'unknown_field')
    assert.equal((await visitor.upload(form, cv, '<html><script>alert(1)</script>')).status, 415)
    assert.equal((await visitor.upload(form, cv, `%PDF-${'x'.repeat(1_000_000)}`)).status, 413)
    const unproven = { field: cv, name: 'a.pdf', ticket: (await solved(other)).ticket, number: 1 }
    const call = functionCall(app, tenant.public_key)
    assert.equal((await call('POST', `/forms/${form.id}/uploads`, unproven)).body.code, 'bad_ticket')
    assert.equal((await signedIn.send(form, { [ids.name]: 'Ann', [cv]: own.id })).status, 200)
  })

  test('a closed form takes no files', async () => {
    const { tenant, form, cv, change } = await jobs()
    const visitor = visitorOf(tenant.public_key)
    await change(form, { is_open: false })
    assert.equal((await visitor.upload(form, cv, '%PDF-1.7')).code, 'form_closed')
  })
})

describe('[peers D1] forms of a creator', () => {
  test('a form asks for every field until a design says otherwise', async () => {
    const { create, table, list } = await builder()
    const { status, body } = await create({ design: undefined })
    assert.equal(status, 200, JSON.stringify(body))
    assert.deepEqual(
      (body as DataForm).design.pages[0]!.sections[0]!.questions.map(({ field }) => field),
      table.fields.map(({ id }) => id),
    )
    assert.equal(body.title, 'Messages')
    assert.deepEqual((await list()).body, { forms: [body], may_add: false })
  })

  test('a rule for who may send it uses one audience, also at once; a site with 1,000 audiences takes no other rule', async () => {
    const { create, tenant } = await builder({ plan: 'pro' })
    const audience = { any: [{ kind: 'signed_in' }] }
    const made = await Promise.all([create({ audience }), create({ audience }), create({ audience })])
    assert.deepEqual(new Set(made.map(({ body }) => (body as DataForm).audience)).size, 1)
    await app.owner.query(
      `insert into public.audiences (tenant_id, name, rule)
       select $1, 'Many ' || n, '{"any": [{"kind": "everyone"}]}' from generate_series(1, 999) as n`,
      [tenant.id],
    )
    assert.equal((await create({ audience })).status, 200)
    const { status, body } = await create({ audience: { any: [] } })
    assert.deepEqual([status, body.code], [409, 'too_many_audiences'])
  })

  test('Free includes one form, also when several are created at once', async () => {
    const { create, list, owner } = await builder()
    const made = await Promise.all(Array.from({ length: 6 }, () => create()))
    assert.deepEqual(
      made.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 402, 402, 402, 402, 402],
    )
    await givePlan(app.database, owner.id, 'pro')
    assert.equal((await create()).status, 200)
    await app.owner.query('delete from public.bolt_subscriptions where user_id = $1', [owner.id])
    const { forms } = (await list()).body as { forms: DataForm[] }
    assert.deepEqual(
      forms.map(({ read_only }) => read_only),
      [null, 'pro'],
    )
  })

  test('when the plan ends, the second form is closed and can be deleted, but not changed', async () => {
    const { makeForm, change, remove, owner, tenant, ids, rows } = await builder({ plan: 'pro' })
    const [, second] = [await makeForm(), await makeForm()]
    await app.owner.query('delete from public.bolt_subscriptions where user_id = $1', [owner.id])
    const { status, body } = await visitorOf(tenant.public_key).send(second, { [ids.name]: 'Ann' })
    assert.deepEqual([status, body.details], [403, { state: 'closed' }])
    assert.deepEqual(await rows(), [])
    assert.equal((await change(second, { title: 'New' })).status, 402)
    assert.equal((await remove(second)).status, 200)
  })

  test('a change names the revision that it was made from; designs and redirects are checked', async () => {
    const { makeForm, change, design, ids } = await builder()
    const form = await makeForm()
    const changed = await change(form, { title: 'Write to us', settings: { thanks: 'Thanks!' } })
    assert.deepEqual([changed.status, changed.body.title, changed.body.revision], [200, 'Write to us', 2])
    assert.equal((await change(form, { title: 'Late' })).body.code, 'form_changed')
    const now = changed.body as DataForm
    const refused: [object, string][] = [
      [{ design: { pages: [{ sections: [{ questions: [{ field: ids.email }] }] }] } }, 'bad_design'],
      [{ settings: { redirect: 'https://evil.example/' } }, 'site_not_listed'],
      [{ settings: { redirect: 'javascript:alert(1)' } }, 'invalid_input'],
      [{ settings: { confirm: { field: ids.name, subject: 'Hi', text: 'x' } } }, 'bad_design'],
      [{ opens_at: '2026-02-01T00:00:00Z', closes_at: '2026-01-01T00:00:00Z' }, 'bad_limits'],
      [{ audience: '00000000-0000-7000-8000-000000000000' }, 'audience_not_found'],
      [{ design: { ...design, extra: true } }, 'invalid_input'],
    ]
    for (const [body, code] of refused)
      assert.equal((await change(now, body)).body.code, code, JSON.stringify(body))
  })
})

describe('submissions', () => {
  test('a visitor’s answers become a row; the table’s own rights are not needed', async () => {
    const { makeForm, tenant, ids, rows, list } = await builder()
    const form = await makeForm()
    const visitor = visitorOf(tenant.public_key)
    const entry = await visitor.entry(form)
    assert.equal(entry.body.state, 'open')
    assert.ok(entry.body.ticket.salt)
    const answers = {
      [ids.name]: ' Ann ',
      [ids.email]: 'ANN@Example.test',
      [ids.topic]: 'order',
      [ids.order]: '17',
    }
    const { status, body } = await visitor.send(form, answers)
    assert.equal(status, 200, JSON.stringify(body))
    assert.deepEqual(Object.keys(body), ['id'])
    assert.deepEqual(await rows(), [
      {
        values: { name: 'Ann', email: 'ann@example.test', topic: 'order', order_number: '17' },
        approved: true,
        created_by: null,
      },
    ])
    assert.equal((await list()).body.forms[0].submitted, 1)
  })

  test('with approval, the row waits, and the sender is told so', async () => {
    const { makeForm, tenant, ids, rows } = await builder({ approval: true })
    const { body } = await visitorOf(tenant.public_key).send(await makeForm(), { [ids.name]: 'Ann' })
    assert.equal(body.waits, true)
    assert.equal((await rows())[0]!.approved, false)
  })

  test('[peers D4] [O06] an answer behind a condition that does not hold is not stored', async () => {
    const { makeForm, tenant, ids, rows } = await builder()
    const answers = { [ids.name]: 'Ann', [ids.topic]: 'other', [ids.order]: 'smuggled' }
    assert.equal((await visitorOf(tenant.public_key).send(await makeForm(), answers)).status, 200)
    assert.deepEqual((await rows())[0]!.values, { name: 'Ann', topic: 'other' })
  })

  test('[peers D11] [O06] fields that the form does not ask for are refused', async () => {
    const { makeForm, tenant, ids, rows } = await builder()
    const form = await makeForm()
    const visitor = visitorOf(tenant.public_key)
    for (const extra of [ids.notes, 'created_by', 'approved', 'tenant_id', 'id', 'name']) {
      const answers = JSON.parse(`{"${ids.name}":"Ann","${extra}":"x"}`) as object
      assert.equal((await visitor.send(form, answers)).body.code, 'unknown_field', extra)
    }
    for (const extra of ['tenant_id', 'tenantId', 'table_id', 'approved'])
      assert.equal(
        (await visitor.send(form, { [ids.name]: 'A' }, { [extra]: 'x' })).body.code,
        'invalid_input',
      )
    assert.deepEqual(await rows(), [])
  })

  test('[O06] huge and malformed values end in errors at their fields', async () => {
    const { makeForm, tenant, ids, rows } = await builder()
    const form = await makeForm()
    const visitor = visitorOf(tenant.public_key)
    const faultOf = async (answers: object) =>
      (await visitor.send(form, answers)).body.details?.faults?.[0]?.code as string
    assert.equal(await faultOf({}), 'required')
    assert.equal(await faultOf({ [ids.name]: 'x'.repeat(81) }), 'too_long')
    assert.equal(await faultOf({ [ids.name]: 'A\u0007B' }), 'type')
    assert.equal((await visitor.send(form, { [ids.name]: 'A\u0000B' })).status, 400)
    assert.equal(await faultOf({ [ids.name]: { $ne: null } }), 'type')
    assert.equal(await faultOf({ [ids.name]: ['a', 'b'] }), 'type')
    assert.equal(await faultOf({ [ids.name]: 'A', [ids.topic]: 'constructor' }), 'choice')
    for (const email of ['a@b.c\r\nBcc: all@example.test', 'a@b.c,d@e.f', '<a@b.c>', 'a b@c.d'])
      assert.equal(await faultOf({ [ids.name]: 'A', [ids.email]: email }), 'type', email)
    assert.equal((await visitor.send(form, { [ids.name]: 'x'.repeat(300_000) })).status, 400)
    assert.deepEqual(await rows(), [])
  })

  test('a value that must be unique is refused at its field', async () => {
    const { makeForm, tenant, ids } = await builder()
    const form = await makeForm()
    const visitor = visitorOf(tenant.public_key)
    const answers = { [ids.name]: 'Ann', [ids.email]: 'a@example.test' }
    assert.equal((await visitor.send(form, answers)).status, 200)
    const { status, body } = await visitor.send(form, { ...answers, [ids.name]: 'Bob' })
    assert.deepEqual([status, body.details], [400, { faults: [{ field: ids.email, code: 'unique' }] }])
  })

  test('a form can end the same for a value that is already there: the answer tells nothing', async () => {
    const { makeForm, tenant, ids, rows, list } = await builder()
    const form = await makeForm({ settings: { known_is_fine: true, notify: true } })
    const visitor = visitorOf(tenant.public_key)
    const answers = { [ids.name]: 'Ann', [ids.email]: 'a@example.test' }
    const proof = await solved(form)
    const [first, known, again] = [
      await visitor.send(form, answers),
      await visitor.send(form, { ...answers, [ids.name]: 'Bob' }, proof),
      await visitor.send(form, { ...answers, [ids.name]: 'Bob' }, proof),
    ]
    assert.deepEqual([first.status, known.status], [200, 200])
    assert.deepEqual(Object.keys(known.body), Object.keys(first.body))
    assert.equal(known.body.id[14], first.body.id[14], 'ids of the same version')
    assert.deepEqual(again.body, known.body)
    assert.deepEqual(
      (await rows()).map(({ values }) => values['name']),
      ['Ann'],
    )
    assert.equal((await list()).body.forms[0].submitted, 2)
  })

  test('a request that is repeated with its ticket is one submission; other answers with it are refused', async () => {
    const { makeForm, tenant, ids, rows, list } = await builder()
    const form = await makeForm()
    const visitor = visitorOf(tenant.public_key)
    const proof = await solved(form)
    const sent = await Promise.all(
      Array.from({ length: 5 }, () => visitor.send(form, { [ids.name]: 'Ann' }, proof)),
    )
    assert.deepEqual(
      sent.map(({ status }) => status),
      [200, 200, 200, 200, 200],
    )
    assert.equal(new Set(sent.map(({ body }) => body.id)).size, 1)
    assert.equal((await visitor.send(form, { [ids.name]: 'Bob' }, proof)).body.code, 'already_sent')
    assert.equal((await rows()).length, 1)
    assert.equal((await list()).body.forms[0].submitted, 1)
  })

  test('[O06] another tenant’s key reaches no form, and its own form stores in its own table', async () => {
    const [a, b] = [await builder(), await builder()]
    const form = await a.makeForm()
    const visitor = visitorOf(b.tenant.public_key)
    assert.equal((await visitor.entry(form)).status, 404)
    assert.equal((await visitor.send(form, { [a.ids.name]: 'X' })).body.code, 'form_not_found')
    assert.deepEqual([await a.rows(), await b.rows()], [[], []])
  })

  test('a form whose table has changed says so, and takes answers of the new fields at once', async () => {
    const { makeForm, tenant, ids, table, changeTable, rows } = await builder()
    const form = await makeForm()
    const visitor = visitorOf(tenant.public_key)
    assert.equal((await visitor.send(form, { [ids.name]: 'Ann' })).status, 200)
    const fields = table.fields.map((one) => (one.id === ids.name ? { ...one, name: 'who', max: 3 } : one))
    assert.equal((await changeTable({ fields })).status, 200)
    assert.equal((await visitor.send(form, { [ids.name]: 'Anna' })).body.code, 'invalid_answers')
    assert.equal((await visitor.send(form, { [ids.name]: 'Bob' })).status, 200)
    assert.deepEqual(
      (await rows()).map(({ values }) => values['who']),
      ['Ann', 'Bob'],
    )
  })
})

describe('limits', () => {
  const stateOf = async (given: object, sub?: 'member') => {
    const { makeForm, tenant, ids } = await builder()
    const form = await makeForm(given)
    const token = sub && (await signUp(app, tenant.public_key)).access_token
    const visitor = visitorOf(tenant.public_key, token)
    const { body } = await visitor.entry(form)
    const sent = await visitor.send(form, { [ids.name]: 'Ann' })
    return [body.state, sent.status === 200 ? 'sent' : sent.body.details?.state]
  }
  const future = '2100-01-01T00:00:00Z'
  const past = '2020-01-01T00:00:00Z'
  const owner = { any: [{ kind: 'role', role: 'Baker' }] }
  for (const [given, state, sub] of [
    [{ is_open: false }, 'closed'],
    [{ opens_at: future }, 'not_yet'],
    [{ closes_at: past }, 'ended'],
    [{ audience: { any: [{ kind: 'signed_in' }] } }, 'sign_in'],
    [{ per_person: 1 }, 'sign_in'],
    [{ audience: owner }, 'not_for_you', 'member'],
  ] as [object, string, 'member'?][])
    test(`${JSON.stringify(given)} is ${state}`, async () => {
      assert.deepEqual(await stateOf(given, sub), [state, state])
    })
  test('members send a form for members', async () => {
    assert.deepEqual(await stateOf({ audience: { any: [{ kind: 'signed_in' }] } }, 'member'), [
      'open',
      'sent',
    ])
  })

  test('the limit in all and the limit per member hold under concurrent requests', async () => {
    const { makeForm, tenant, ids, rows, change } = await builder()
    const form = await makeForm({ most: 3 })
    const proofs = await Promise.all(Array.from({ length: 6 }, () => solved(form)))
    const sent = await Promise.all(
      proofs.map((proof, i) => visitorOf(tenant.public_key).send(form, { [ids.name]: `N${i}` }, proof)),
    )
    assert.deepEqual(
      sent
        .map(({ status, body }) => (status === 200 ? 'sent' : body.details.state))
        .toSorted((a: string, b: string) => a.localeCompare(b)),
      ['full', 'full', 'full', 'sent', 'sent', 'sent'],
    )
    assert.equal((await rows()).length, 3)
    assert.equal((await change(form, { most: null, per_person: 1 })).status, 200)
    const { access_token } = await signUp(app, tenant.public_key)
    const member = visitorOf(tenant.public_key, access_token)
    const more = await Promise.all(
      [await solved(form), await solved(form), await solved(form)].map((proof) =>
        member.send(form, { [ids.name]: 'Me' }, proof),
      ),
    )
    assert.deepEqual(
      more
        .map(({ status, body }) => (status === 200 ? 'sent' : body.details.state))
        .toSorted((a: string, b: string) => a.localeCompare(b)),
      ['done', 'done', 'sent'],
    )
    assert.equal((await member.entry(form)).body.state, 'done')
  })

  test('[O06] [peers D12] 1,000 posts in a minute: limited by address and by form, and other forms are unaffected', async () => {
    const limited = await testApp({ env: { TRUSTED_PROXIES: '1' } })
    const { user, access_token } = await signUp(limited, limited.anonKey)
    const tenant = await makeTenant(limited.database, { owner: user.id, plan: 'pro' })
    const call = functionCall(limited, limited.anonKey, access_token)
    const table = (
      await call('POST', `/data-tables/${tenant.id}/tables`, { title: 'T', fields: [FIELDS[0]] })
    ).body
    const makeForm = async () =>
      (await call('POST', `/data-forms/${tenant.id}/forms`, { table_id: table.id })).body as DataForm
    const [flooded, other] = [await makeForm(), await makeForm()]
    const name = table.fields[0].id as string
    const post = async (form: DataForm, address: string, valid: boolean) => {
      const { most: _, ...ticket } = issueTicket(limited.config, form.id, Date.now() - 5000)
      const number = valid ? solve(ticket) : 0
      const body = { answers: { [name]: 'A' }, ticket, number: valid ? number : 10_000_000 }
      return functionCall(limited, tenant.public_key)('POST', `/forms/${form.id}/submissions`, body, {
        'x-forwarded-for': address,
      })
    }
    const statuses: number[] = []
    for (let i = 0; i < 1000; i += 50)
      statuses.push(
        ...(await Promise.all(Array.from({ length: 50 }, () => post(flooded, '203.0.113.7', false)))).map(
          ({ status }) => status,
        ),
      )
    assert.equal(statuses.filter((status) => status === 400).length, 30)
    assert.equal(statuses.filter((status) => status === 429).length, 970)
    // Ids that no form has count together.
    const random = Array.from({ length: 310 }, () => ({ ...flooded, id: randomUUID() }))
    const refused: number[] = []
    for (let i = 0; i < random.length; i += 62)
      refused.push(
        ...(await Promise.all(random.slice(i, i + 62).map((form) => post(form, '203.0.113.9', false)))).map(
          ({ status }) => status,
        ),
      )
    assert.equal(refused.filter((status) => status === 429).length, 10)
    // Requests without a proof of work take nothing from the form's own limit.
    assert.equal((await post(flooded, '203.0.113.8', true)).status, 200)
    assert.equal((await post(other, '203.0.113.7', true)).status, 200)
  })

  test('[peers D12] the trap, a used-up ticket and a hurried sender are refused', async () => {
    const { makeForm, tenant, ids, rows } = await builder()
    const form = await makeForm()
    const visitor = visitorOf(tenant.public_key)
    const answers = { [ids.name]: 'Ann' }
    assert.equal((await visitor.send(form, answers, { trap: 'x' })).body.code, 'looks_automated')
    const { most: _, ...ticket } = (await visitor.entry(form)).body.ticket
    const number = solve(ticket)
    assert.equal((await visitor.send(form, answers, { ticket, number })).body.code, 'too_fast')
    assert.equal((await visitor.send(form, answers, { ticket, number: number + 1 })).body.code, 'bad_ticket')
    assert.deepEqual(await rows(), [])
  })
})

describe('what follows a submission', () => {
  test('[O06] the owner and the sender get emails whose headers and links no value can steer', async () => {
    const { makeForm, tenant, ids, owner } = await builder()
    const form = await makeForm({
      title: 'Contact',
      settings: {
        notify: true,
        edit_days: 7,
        confirm: { field: ids.email, subject: 'We got it', text: 'Thank you.\n\nSee you.' },
      },
    })
    const sender = newEmail('sender')
    const evil = '<b>Ann</b> https://evil.example'
    const answers = { [ids.name]: evil, [ids.email]: sender, [ids.topic]: 'other' }
    assert.equal((await visitorOf(tenant.public_key).send(form, answers)).status, 200)
    const [toOwner, toSender] = await eventually('both emails were sent', async () => {
      const find = async () => [latestEmailTo(app, owner.email!), latestEmailTo(app, sender)] as const
      const found = await find().catch(() => undefined)
      return found?.[0].subject === 'New submission: Contact' && found
    })
    assert.equal(toOwner.to, owner.email)
    assert.match(toOwner.text, /Name: <b>Ann<\/b>/)
    assert.ok(!toOwner.html.includes('<b>Ann'), 'values are escaped')
    assert.ok(!toOwner.html.includes('href="https://evil'), 'values are no links')
    assert.deepEqual([toSender.subject, toSender.from], ['We got it', 'Hearth & Rye'])
    assert.match(toSender.text, /Change what you sent:\nhttp.*\/embed\/form\?.*#edit=[\w-]{43}\n/)
    assert.ok(!toSender.text.includes('Ann'), 'nothing that was typed is sent to an address that was typed')
  })

  test('[peers D15] a webhook gets the submission with its values by name', async () => {
    const { makeForm, tenant, ids } = await builder()
    await app.owner.query(
      `insert into app.webhook_endpoints (tenant_id, mode, place, url, events, secret_sealed)
      values ($1, (select stripe_mode from public.tenants where id = $1), 1, 'https://hooks.example.test/', '{form.submitted}', 'x')`,
      [tenant.id],
    )
    const form = await makeForm()
    const { body } = await visitorOf(tenant.public_key).send(form, { [ids.name]: 'Ann' })
    const { rows } = await app.owner.query(
      "select object_id, data from app.webhook_messages where tenant_id = $1 and type = 'form.submitted'",
      [tenant.id],
    )
    assert.equal(rows.length, 1)
    assert.equal(rows[0].object_id, body.id)
    assert.deepEqual(
      [rows[0].data.form, rows[0].data.table, rows[0].data.values],
      [{ id: form.id, title: 'Messages' }, 'messages', { name: 'Ann' }],
    )
  })
})
