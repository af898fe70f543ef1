// A device at the door, against the real server, with a network that can be cut.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { CallError, noConnection } from '#kernel/browser/call.ts'
import { eventually } from '#testing/eventually.ts'
import { functionCall } from '#testing/function-call.ts'
import { makeTenant } from '#testing/factories.ts'
import { testApp } from '#testing/test-app.ts'
import { signUp } from '#testing/test-users.ts'
import { ticketShop } from '#testing/ticket-shop.ts'
import { createDoor, type DoorApi } from './door-device.ts'
import type { DoorStorage, Stored } from './door-types.ts'
import { ticketHash } from './ticket-hash.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' } })
const ada = await signUp(app, app.anonKey)
const tenant = await makeTenant(app.database, { owner: ada.user.id })
const visitor = functionCall(app, tenant.public_key)
const creator = functionCall(app, app.anonKey, ada.access_token)
const { insert, makeEvent, makeType, held, opened } = ticketShop(app, { tenant, visitor, account: '' })

/** An event with a gate and tickets. */
async function makeDoor(quantity: number) {
  const event = await makeEvent()
  const type = await makeType(event, { capacity: 100, price_cents: 0 })
  const list = await insert('checkin_lists', { event_id: event, name: 'Main gate' })
  const { cart } = await held(event, [{ type, quantity }])
  await opened(cart, { email: `${randomUUID()}@example.test` })
  const { tickets } = (await visitor('POST', '/my-tickets', { cart })).body as { tickets: { code: string }[] }
  return { event, type, list, codes: tickets.map(({ code }) => code) }
}

/** The device's storage, which survives a closed page. */
function memory(): DoorStorage {
  let stored: Partial<Stored> = {}
  return {
    get: async () => structuredClone(stored),
    set: async (entries) => void (stored = structuredClone({ ...stored, ...entries }) as Partial<Stored>),
  }
}

/** A phone: its network can be cut before a request arrives, or before the response does. */
async function phone(list: string, name: string) {
  const network = { isOn: true, losesResponses: false, sent: 0, read: 0 }
  async function post<T>(path: string, input: object): Promise<T> {
    if (!network.isOn) throw noConnection()
    network.sent++
    const { status, body } = await visitor('POST', path, input)
    if (network.losesResponses) throw noConnection()
    if (status !== 200) throw new CallError(status, body.code, body.error)
    return body
  }
  const api: DoorApi = {
    pair: (_, pairing) => post('/door/pair', { pairing }),
    scan: async ({ token }, scans) =>
      (await post<{ results: Awaited<ReturnType<DoorApi['scan']>> }>('/door/scan', { token, scans })).results,
    sheet: async ({ token }, since) => {
      const sheet = await post<Awaited<ReturnType<DoorApi['sheet']>>>('/door/sheet', {
        token,
        ...(since && { since }),
      })
      network.read = sheet.tickets.length
      return sheet
    },
    undo: ({ token }, scan) => post('/door/undo', { token, scan }),
  }
  const { body } = await creator('POST', `/check-in/${tenant.id}/lists/${list}/devices`, { name })
  const storage = memory()
  const open = async (days = 0) => {
    const now = () => new Date(Date.now() + days * 86_400_000).toISOString()
    const door = createDoor({ storage, api, newId: randomUUID, now })
    await door.load()
    return door
  }
  const door = await open()
  await door.pair(tenant.public_key, body.pairing)
  await door.sync()
  const check = async (code: string, by = door) => by.check(await ticketHash(code))
  return { id: body.device_id as string, door, network, check, open }
}

test('online, the server decides; a second scan says when and where', async () => {
  const { list, codes } = await makeDoor(2)
  const [east, west] = [await phone(list, 'East'), await phone(list, 'West')]
  const first = await east.check(codes[0]!.toLowerCase().replace(/(.{4})/g, '$1 '))
  assert.deepEqual([first?.result, first?.sheetAt], ['admitted', undefined])
  const again = await west.check(codes[0]!)
  assert.deepEqual([again?.result, again?.at, again?.by], ['already_used', first?.at, { name: 'East' }])
  assert.deepEqual((await east.check(codes[0]!))?.by, { self: true })
  assert.equal((await east.check('NOT-A-TICKET'))?.result, 'unknown')

  await east.door.undo(first!)
  assert.equal((await west.check(codes[0]!))?.result, 'admitted')
  await east.door.sync()
  const { sheet } = east.door.state()
  assert.deepEqual(
    [sheet?.event_title, sheet?.device, sheet?.tickets.filter((one) => one.used_by === 'West').length],
    ['Harvest supper', 'East', 1],
  )
})

test('a device reads what has changed since its last sheet, and all of it after a change of the list', async () => {
  const { event, type, list, codes } = await makeDoor(5)
  const [east, west] = [await phone(list, 'East'), await phone(list, 'West')]
  await east.door.sync()
  assert.equal(east.network.read, 5)
  // Rows are read again while a transaction of anyone that is older than them still runs.
  await eventually('a sheet without news', async () => {
    await east.door.sync()
    return east.network.read === 0
  })
  await west.check(codes[0]!)
  const renamed = await app.owner.query(
    `update public.tickets set holder_name = 'Gus' where event_id = $1 and code_hash = decode($2, 'hex') returning id`,
    [event, await ticketHash(codes[1]!)],
  )
  await app.owner.query(
    "update public.tickets set state = 'canceled' where event_id = $1 and code_hash = decode($2, 'hex')",
    [event, await ticketHash(codes[2]!)],
  )
  await east.door.sync()
  assert.equal(east.network.read, 2, 'one was admitted, one renamed; one is canceled')
  const { tickets } = east.door.state().sheet!
  assert.deepEqual([tickets.length, tickets.filter((one) => one.used_by === 'West').length], [4, 1])
  assert.equal(tickets.find(({ id }) => id === renamed.rows[0].id)?.holder_name, 'Gus')
  await app.owner.query("update public.ticket_types set name = 'Row 1' where id = $1", [type])
  await east.door.sync()
  assert.equal(east.network.read, 4, 'each row has the name')
  const whole = await phone(list, 'Whole')
  await east.door.sync()
  assert.deepEqual(east.door.state().sheet?.tickets, whole.door.state().sheet?.tickets)
})

test('two devices without network admit the same ticket: both show one conflict, with both names', async () => {
  const { list, codes } = await makeDoor(1)
  const [east, west] = [await phone(list, 'East'), await phone(list, 'West')]
  east.network.isOn = west.network.isOn = false
  for (const { door, check } of [east, west]) {
    const result = await check(codes[0]!)
    assert.deepEqual([result?.result, result?.sheetAt], ['admitted', door.state().sheet?.at])
    assert.equal((await check(codes[0]!))?.result, 'already_used', 'it knows what it admitted itself')
    assert.equal((await check('SOLD-LATER'))?.result, 'unknown')
    await door.sync()
    assert.deepEqual([door.state().isOnline, door.state().queue.length], [false, 1])
  }
  east.network.isOn = west.network.isOn = true
  await east.door.sync()
  await west.door.sync()
  await east.door.sync()
  for (const { door } of [east, west]) {
    const { queue, sheet, isOnline } = door.state()
    assert.deepEqual([isOnline, queue.length, sheet?.conflicts.length], [true, 0, 1])
    const { first, second } = sheet!.conflicts[0]!
    assert.deepEqual([first.device, second.device], ['East', 'West'])
  }
})

test('a response that is lost does not admit twice, and what waits survives a closed page', async () => {
  const { list, codes } = await makeDoor(2)
  const east = await phone(list, 'East')
  east.network.losesResponses = true
  assert.equal((await east.check(codes[0]!))?.result, 'admitted')
  east.network.isOn = false
  assert.equal((await east.check(codes[1]!))?.result, 'admitted')

  const later = await east.open()
  assert.equal(later.state().queue.length, 2)
  assert.equal((await east.check(codes[1]!, later))?.result, 'already_used')
  Object.assign(east.network, { isOn: true, losesResponses: false })
  await later.sync()
  const { sheet, queue, refused } = later.state()
  assert.deepEqual([queue, refused, sheet?.conflicts], [[], [], []])
  assert.ok(sheet?.tickets.every(({ used_by }) => used_by === 'East'))
})

test('two codes that are scanned at once without network are both stored', async () => {
  const { list, codes } = await makeDoor(2)
  const east = await phone(list, 'East')
  east.network.isOn = false
  const results = await Promise.all([...codes, codes[0]!].map((code) => east.check(code)))
  assert.equal(results.filter((one) => one?.result === 'admitted').length, 2)
  assert.equal((await east.open()).state().queue.length, 2)
})

test('an admission without network can be undone, also if the server has it', async () => {
  const { list, codes } = await makeDoor(2)
  const [east, west] = [await phone(list, 'East'), await phone(list, 'West')]
  east.network.losesResponses = true
  const reached = await east.check(codes[0]!)
  east.network.isOn = false
  const kept = await east.check(codes[1]!)
  for (const shown of [reached, kept]) await east.door.undo(shown!)
  assert.equal((await east.check(codes[1]!))?.result, 'admitted', 'it can be admitted again')
  Object.assign(east.network, { isOn: true, losesResponses: false })
  await east.door.sync()
  assert.deepEqual(east.door.state().queue, [])
  const [first, second] = [await west.check(codes[0]!), await west.check(codes[1]!)]
  assert.deepEqual([first?.result, second?.result], ['admitted', 'already_used'])
})

test('someone who was let in with a ticket that was canceled meanwhile is reported', async () => {
  const { list, codes } = await makeDoor(1)
  const east = await phone(list, 'East')
  east.network.isOn = false
  assert.equal((await east.check(codes[0]!))?.result, 'admitted')
  const ticket = east.door.state().sheet!.tickets[0]!.id
  await creator('POST', `/tickets/${tenant.id}/tickets/${ticket}/cancel`, {})
  east.network.isOn = true
  await east.door.sync()
  assert.deepEqual(
    east.door.state().refused.map(({ result }) => result),
    ['ended'],
  )
})

test('a revoked device loses its list with its next call, and says what it could not send', async () => {
  const { list, codes } = await makeDoor(2)
  const [east, west] = [await phone(list, 'East'), await phone(list, 'West')]
  east.network.isOn = false
  await east.check(codes[0]!)
  for (const { id } of [east, west]) await creator('POST', `/check-in/${tenant.id}/devices/${id}/revoke`, {})
  assert.equal(await west.check(codes[1]!), undefined)
  assert.equal(west.door.state().isRevoked, true)

  east.network.isOn = true
  await east.door.sync()
  const { pairing, sheet, queue, isRevoked, lost } = east.door.state()
  assert.deepEqual([pairing, sheet, queue, isRevoked, lost], [undefined, undefined, [], true, 1])
  assert.equal((await east.open()).state().sheet, undefined, 'no name stays on the device')
  const sent = east.network.sent
  await east.check(codes[1]!)
  await east.door.sync()
  assert.equal(east.network.sent, sent)
})

test('a guest list of two days ago is removed; what was not sent stays', async () => {
  const { list, codes } = await makeDoor(1)
  const east = await phone(list, 'East')
  east.network.isOn = false
  await east.check(codes[0]!)
  assert.ok((await east.open(1.9)).state().sheet)
  const later = await east.open(2.1)
  assert.deepEqual([later.state().sheet, later.state().queue.length], [undefined, 1])
  assert.equal((await east.open()).state().sheet, undefined)
})
