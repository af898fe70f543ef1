import assert from 'node:assert/strict'
import type { Creator } from '../api.ts'

const DAY = 86_400_000

/** What a creator and the staff type. */
export interface EventWords {
  title: string
  summary: string
  place: string
  /** Names of two types of tickets; a code shows the second one. */
  types: [string, string]
  /** Names of those who are given a ticket. */
  holders: string[]
  gate: string
}

/** Makes a published event in three weeks with two types of tickets, a code, given tickets and a gate. @returns the event's id */
export async function makeEvent(
  { client }: Creator,
  tenant_id: string,
  { types, holders, gate, ...words }: EventWords,
): Promise<string> {
  async function insert(table: string, row: object): Promise<string> {
    const made = await client
      .from(table)
      .insert({ tenant_id, ...row })
      .select('id')
      .single<{ id: string }>()
    assert.ifError(made.error)
    return made.data.id
  }
  async function type(name: string, more: object): Promise<string> {
    const type_id = await insert('ticket_types', { event_id, name, ...more })
    const link = { tenant_id, event_id, type_id, quota_id }
    assert.ifError((await client.from('ticket_type_quotas').insert(link)).error)
    return type_id
  }
  const start = Date.now() + 21 * DAY
  const event_id = await insert('ticket_events', {
    ...words,
    zone: 'Europe/Berlin',
    starts_at: new Date(start),
    ends_at: new Date(start + DAY / 8),
    state: 'published',
  })
  const quota_id = await insert('ticket_quotas', { event_id, name: types[0], capacity: 24 })
  const open = await type(types[0], { price_cents: 4900 })
  await type(types[1], { price_cents: 3900, is_hidden: true })
  await insert('ticket_codes', { event_id, code: 'REGULARS', kind: 'unlock' })
  const given = await client.functions.invoke(`tickets/${tenant_id}/types/${open}/give`, {
    body: { holders: holders.map((name, at) => ({ name, email: `holder.${at}@posteo.test` })) },
  })
  assert.ifError(given.error)
  await insert('checkin_lists', { event_id, name: gate })
  return event_id
}
