// An event of the bakery, made and checked with the calls of its owner; and what its API says.
import assert from 'node:assert/strict'
import { createClient } from '@supabase/supabase-js'
import type { World } from './world.ts'

const HOUR = 3_600_000

export interface MadeEvent {
  id: string
  /** Ids of its types: for everyone, and for members of the club. */
  open: string
  club: string
  gate: string
}

const ownersHeaders = ({ anonKey, bakery }: World) => ({
  apikey: anonKey,
  authorization: `Bearer ${bakery.session.access_token}`,
  'content-type': 'application/json',
})

/** Rows of the bakery as its owner's client writes them. */
function ownersClient({ instance, anonKey, bakery }: World) {
  const client = createClient(instance.url, anonKey, {
    auth: { persistSession: false },
    global: { headers: { authorization: `Bearer ${bakery.session.access_token}` } },
  })
  return async (table: string, row: object): Promise<{ id: string }> => {
    const { data, error } = await client
      .from(table)
      .insert({ tenant_id: bakery.id, ...row })
      .select()
      .single()
    assert.ifError(error)
    return data as { id: string }
  }
}

/** Makes an event that runs for an hour from tomorrow on, with a seat for everyone, and one for the club at its price. */
export async function makeTicketEvent(world: World, title: string): Promise<MadeEvent> {
  const insert = ownersClient(world)
  const start = Date.now() + 24 * HOUR
  const { id } = await insert('ticket_events', {
    title,
    place: 'Old barn',
    zone: 'Europe/Berlin',
    starts_at: new Date(start),
    ends_at: new Date(start + HOUR),
    cancel_until: new Date(start - HOUR),
    state: 'published',
  })
  await insert('ticket_event_secrets', { event_id: id, recording_url: 'https://video.example/cider' })
  const audience = await insert('audiences', {
    name: title,
    rule: { any: [{ kind: 'role', role: 'Club' }] },
  })
  const quota = await insert('ticket_quotas', { event_id: id, name: 'Seats', capacity: 20 })
  async function type(name: string, price_cents: number, more: object = {}): Promise<string> {
    const made = await insert('ticket_types', { event_id: id, name, price_cents, ...more })
    await insert('ticket_type_quotas', { event_id: id, type_id: made.id, quota_id: quota.id })
    return made.id
  }
  const open = await type('Bench', 2000)
  const club = await type('Club bench', 1200, { audience_id: audience.id, position: 1 })
  const gate = await insert('checkin_lists', { event_id: id, name: 'Barn door' })
  return { id, open, club, gate: gate.id }
}

/** Ends the event, as if the evening were over. */
export async function endEvent({ instance, anonKey, bakery }: World, { id }: MadeEvent): Promise<void> {
  const client = createClient(instance.url, anonKey, {
    auth: { persistSession: false },
    global: { headers: { authorization: `Bearer ${bakery.session.access_token}` } },
  })
  const { error } = await client
    .from('ticket_events')
    .update({ starts_at: new Date(Date.now() - 2 * HOUR), ends_at: new Date(Date.now() - HOUR) })
    .eq('id', id)
  assert.ifError(error)
}

/** Scans a code at the gate. @returns the result */
export async function scan(world: World, { gate }: MadeEvent, code: string): Promise<string> {
  const response = await fetch(
    `${world.instance.url}/functions/v1/check-in/${world.bakery.id}/lists/${gate}/scan`,
    {
      method: 'POST',
      headers: ownersHeaders(world),
      body: JSON.stringify({ scans: [{ id: crypto.randomUUID(), code }] }),
    },
  )
  assert.equal(response.status, 200)
  return ((await response.json()) as { results: { result: string }[] }).results[0]!.result
}

/** Status and code of an attempt to reserve a type as a visitor who is signed out. */
export async function tryToHold(
  { instance, keys }: World,
  { id }: MadeEvent,
  type: string,
): Promise<[number, string | undefined]> {
  const response = await fetch(`${instance.url}/functions/v1/ticket-events/${id}/hold`, {
    method: 'POST',
    headers: { apikey: keys.bakery, 'content-type': 'application/json' },
    body: JSON.stringify({ lines: [{ type, quantity: 1 }] }),
  })
  return [response.status, ((await response.json()) as { code?: string }).code]
}

/** Refunds of the event's orders in minor units, once they have succeeded. */
export async function refundsOf({ instance, anonKey, bakery }: World, { id }: MadeEvent): Promise<number[]> {
  const client = createClient(instance.url, anonKey, {
    auth: { persistSession: false },
    global: { headers: { authorization: `Bearer ${bakery.session.access_token}` } },
  })
  const tickets = await client
    .from('tickets')
    .select('refund_id')
    .eq('event_id', id)
    .not('refund_id', 'is', null)
  assert.ifError(tickets.error)
  const ids = tickets.data.map(({ refund_id }) => refund_id as string)
  const refunds = await client.from('order_refunds').select('amount').in('id', ids).eq('status', 'succeeded')
  assert.ifError(refunds.error)
  return refunds.data.map(({ amount }) => amount as number)
}
