import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { functionCall } from '#testing/function-call.ts'
import { makeTenant } from '#testing/factories.ts'
import { testApp } from '#testing/test-app.ts'
import { signUp } from '#testing/test-users.ts'
import { ticketShop } from '#testing/ticket-shop.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' } })
const ada = await signUp(app, app.anonKey)
const tenant = await makeTenant(app.database, { owner: ada.user.id })
const visitor = functionCall(app, tenant.public_key)
const creator = functionCall(app, app.anonKey, ada.access_token)
const { insert, makeEvent, makeType, held, opened } = ticketShop(app, { tenant, visitor, account: '' })
const event = await makeEvent()
const type = await makeType(event, { capacity: 1000, price_cents: 0 })
const listId = await insert('checkin_lists', { event_id: event, name: 'Main gate' })

/** Codes of new tickets. */
async function codesOf(quantity: number, of = type, at = event): Promise<string[]> {
  const { cart } = await held(at, [{ type: of, quantity }])
  await opened(cart, { email: `${randomUUID()}@example.test` })
  return (await visitor('POST', '/my-tickets', { cart })).body.tickets.map(
    ({ code }: { code: string }) => code,
  )
}
/** A device that was paired by its link. */
async function device(name: string, list = listId) {
  const { body } = await creator('POST', `/check-in/${tenant.id}/lists/${list}/devices`, { name })
  const paired = await visitor('POST', '/door/pair', { pairing: body.pairing })
  assert.equal(paired.status, 200, JSON.stringify(paired.body))
  const { token } = paired.body
  return {
    id: body.device_id as string,
    pairing: body.pairing as string,
    scan: (scans: object[]) => visitor('POST', '/door/scan', { token, scans }),
    sheet: async () => (await visitor('POST', '/door/sheet', { token })).body,
    undo: (scan: string) => visitor('POST', '/door/undo', { token, scan }),
  }
}
const scanOf = (code: string, more: object = {}) => ({ id: randomUUID(), code, ...more })

test('[I02] one ticket, 500 scans on 20 devices: one admitted, 499 told when and where', async () => {
  const [code] = await codesOf(1)
  const devices: Awaited<ReturnType<typeof device>>[] = []
  for (let place = 0; place < 20; place++) devices.push(await device(`Scanner ${place}`))
  const answers = await Promise.all(
    Array.from({ length: 500 }, (_, place) => devices[place % 20]!.scan([scanOf(code!)])),
  )
  const results = answers.map(({ body }) => body.results[0])
  const admitted = results.filter(({ result }) => result === 'admitted')
  assert.equal(admitted.length, 1)
  const used = results.filter(({ result }) => result === 'already_used')
  assert.equal(used.length, 499)
  for (const { at, device: by } of used) {
    assert.equal(at, admitted[0].at)
    assert.match(by, /^Scanner \d+$/)
  }
})

test('a scan that is sent again gets its first result, also when the response was lost', async () => {
  const [code] = await codesOf(1)
  const one = await device('East')
  const scan = scanOf(code!)
  const [first, again] = [await one.scan([scan]), await one.scan([scan])]
  assert.deepEqual(again.body, first.body)
  assert.equal(again.body.results[0].result, 'admitted')
  assert.equal((await one.undo(scan.id)).body.undone, true)
  assert.equal((await one.undo(scan.id)).body.undone, false)
  assert.equal((await one.scan([scanOf(code!)])).body.results[0].result, 'admitted')
})

test('two devices without network admit the same ticket: one conflict, named on both', async () => {
  const [code, other] = await codesOf(2)
  const [east, west] = [await device('East'), await device('West')]
  const sheet = await east.sheet()
  const hash = createHash('sha256').update(code!).digest('hex')
  assert.ok(sheet.tickets.some(({ code_hash }: { code_hash: string }) => code_hash === hash))
  assert.ok(!JSON.stringify(sheet).includes(code!), 'the sheet contains no code')

  const [at, later] = [new Date(Date.now() - 60_000), new Date(Date.now() - 50_000)].map((time) =>
    time.toISOString(),
  )
  const ofEast = [scanOf(code!, { offline: true, at }), scanOf(other!, { offline: true, at })]
  const ofWest = [{ id: randomUUID(), code_hash: hash, offline: true, at: later }]
  const sent = await Promise.all([east.scan(ofEast), west.scan(ofWest), east.scan(ofEast), west.scan(ofWest)])
  const results = sent.flatMap(({ body }) => body.results.map(({ result }: { result: string }) => result))
  assert.equal(results.filter((result) => result === 'conflict').length, 2, 'one scan, sent twice')
  const [mine, theirs] = [await east.sheet(), await west.sheet()]
  assert.deepEqual(mine.conflicts, theirs.conflicts)
  assert.equal(mine.conflicts.length, 1)
  const { first, second } = mine.conflicts[0]
  assert.deepEqual(new Set([first.device, second.device]), new Set(['East', 'West']))
  assert.deepEqual([first.at, second.at].map((time) => new Date(time).toISOString()).toSorted(), [at, later])
})

test('[I04] an edited code, another event, another gate, a canceled ticket and a replayed old code are not admitted', async () => {
  const [code, canceled, moved] = await codesOf(3)
  const gate = await device('North')
  const vip = await makeType(event, { price_cents: 0, name: 'VIP' })
  const [vipCode] = await codesOf(1, vip)
  const vipList = await insert('checkin_lists', { event_id: event, name: 'VIP', type_ids: [vip] })
  const vipGate = await device('VIP gate', vipList)
  const elsewhere = await makeEvent()
  const [foreign] = await codesOf(1, await makeType(elsewhere, { price_cents: 0 }), elsewhere)
  const idOf = async (of: string) => {
    const { rows } = await app.owner.query(
      'select id from public.tickets where code_hash = sha256($1::bytea)',
      [Buffer.from(of)],
    )
    return rows[0].id as string
  }
  const [canceledId, movedId] = [await idOf(canceled!), await idOf(moved!)]
  await creator('POST', `/tickets/${tenant.id}/tickets/${canceledId}/cancel`, {})
  await app.owner.query("update public.tickets set code_hash = sha256('new') where id = $1", [movedId])

  const edited = code!.slice(0, -1) + (code!.endsWith('0') ? '1' : '0')
  const tried = [
    edited,
    foreign!,
    canceled!,
    moved!,
    canceledId,
    '',
    code!.toLowerCase().replace(/(.{4})/g, '$1-'),
  ]
  const { body } = await gate.scan(tried.map((one) => scanOf(one)))
  assert.deepEqual(
    body.results.map(({ result }: { result: string }) => result),
    ['unknown', 'unknown', 'ended', 'unknown', 'unknown', 'unknown', 'admitted'],
    'a code that is typed with lower case, spaces and similar letters is the same code',
  )
  const atVip = await vipGate.scan([scanOf(code!), scanOf(vipCode!)])
  assert.deepEqual(
    atVip.body.results.map(({ result }: { result: string }) => result),
    ['wrong_list', 'admitted'],
  )
  const strange = await makeTenant(app.database)
  const outside = functionCall(app, strange.public_key)
  assert.equal((await outside('POST', '/door/pair', { pairing: gate.pairing })).status, 404)
})

test('webhooks get tickets that are issued, admitted and ended, each once, without their codes', async () => {
  await app.owner.query(
    `insert into app.webhook_endpoints (tenant_id, mode, place, url, events, secret_sealed)
     values ($1, 'test', 1, 'https://hooks.example.test/', '{ticket.issued,ticket.transferred,ticket.checked_in,ticket.ended}', 'x')`,
    [tenant.id],
  )
  const [code] = await codesOf(1)
  const find = async (text: string) => (await app.owner.query(text, [tenant.id])).rows
  const [{ id }] = await find(
    "select object_id as id from app.webhook_messages where tenant_id = $1 and type = 'ticket.issued'",
  )
  const scanner = await device('Hooked')
  const gone = await codesOf(1)
  const [{ other }] = await find(
    `select object_id as other from app.webhook_messages where tenant_id = $1 and object_id <> '${id}'`,
  )
  await scanner.scan([scanOf(code!)])
  await scanner.scan([scanOf(code!)])
  await creator('POST', `/tickets/${tenant.id}/tickets/${other}/cancel`, {})
  const told = await find(
    'select type, object_id, data from app.webhook_messages where tenant_id = $1 order by seq',
  )
  assert.deepEqual(
    told.map(({ type, object_id }) => [type, object_id]),
    [
      ['ticket.issued', id],
      ['ticket.issued', other],
      ['ticket.checked_in', id],
      ['ticket.ended', other],
    ],
  )
  assert.deepEqual(
    [told[0].data.event.id, told[0].data.state, told[2].data.list.name],
    [event, 'valid', 'Main gate'],
  )
  assert.ok(![code!, ...gone].some((secret) => JSON.stringify(told).includes(secret)))
})

test('a pairing link works for one device, and the next call of a revoked device is refused', async () => {
  const [code] = await codesOf(1)
  const gate = await device('South')
  assert.equal((await visitor('POST', '/door/pair', { pairing: gate.pairing })).body.code, 'pairing_failed')
  await creator('POST', `/check-in/${tenant.id}/devices/${gate.id}/revoke`, {})
  const refused = await gate.scan([scanOf(code!)])
  assert.deepEqual([refused.status, refused.body.code], [401, 'device_revoked'])
  const byStaff = await creator('POST', `/check-in/${tenant.id}/lists/${listId}/scan`, {
    scans: [scanOf(code!)],
  })
  assert.equal(byStaff.body.results[0].result, 'admitted')

  const leo = await signUp(app, app.anonKey)
  const door = functionCall(app, app.anonKey, leo.access_token)
  const sheet = () => door('GET', `/check-in/${tenant.id}/lists/${listId}/sheet`)
  assert.equal((await sheet()).status, 404)
  await app.owner.query(
    "insert into public.tenant_staff (tenant_id, user_id, role) values ($1, $2, 'editor')",
    [tenant.id, leo.user.id],
  )
  assert.equal((await sheet()).status, 403, 'editors see no holders')
  await app.owner.query("update public.tenant_staff set role = 'support' where user_id = $1", [leo.user.id])
  assert.equal((await sheet()).status, 200)
})
