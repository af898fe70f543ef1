import assert from 'node:assert/strict'
import type { Client } from 'pg'
import { loadWorld } from './loaded-world.ts'
import { boughtSince, holdsSince, isInGoodStanding, seatsOf } from './model.ts'

/**
 * Compares what is stored about each member of a tenant with the plain model, which is computed from the tables that people
 * write to. It fails if a fact is missing, is left over, or has another time.
 * @param products ids of all that may have been bought
 * @returns how many facts there are: purchases, seats, roles and events with tickets of members in good standing
 */
export async function compareFacts(
  owner: Client,
  tenantId: string,
  products: readonly string[],
  said: string,
): Promise<{ own: number; seats: number; roles: number; events: number }> {
  const { mode, people, teams } = await loadWorld(owner, tenantId)
  const now = new Date()
  const { rows } = await owner.query<{ id: string; fact: string; since: Date }>(
    `select u.id, f.kind || ' ' || f.which as fact, min(f.since) as since from auth.users u
     cross join lateral app.audience_facts(u.pool_id, u.id) f
     where u.pool_id = $1 and f.kind <> 'everyone' group by u.id, f.kind, f.which`,
    [tenantId],
  )
  const found = new Map(people.map(({ id }) => [id, new Map<string, Date>()]))
  for (const { id, fact, since } of rows) found.get(id)!.set(fact, since)
  const counted = { own: 0, seats: 0, roles: 0, events: 0 }
  for (const person of people) {
    const isIn = isInGoodStanding(person, now)
    const seats = isIn ? seatsOf(person, teams, now, mode) : []
    const bought = products.flatMap((source) => {
      const since = boughtSince(source, person, mode, seats)
      return since ? [[`bought ${source}`, since] as const] : []
    })
    const held = [...new Set(person.tickets.map(({ event }) => event))].flatMap((event) => {
      const since = holdsSince(event, person, mode)
      return since ? [[`holds_ticket ${event}`, since] as const] : []
    })
    const known = [
      ['signed_in ', person.joinedAt] as const,
      [`people ${person.id}`, person.joinedAt] as const,
      ...person.roles.map(({ role, since }) => [`role ${role}`, since] as const),
      ...bought,
      ...held,
    ]
    assert.deepEqual(found.get(person.id), new Map(isIn ? known : []), said)
    counted.own += isIn ? bought.length : 0
    counted.events += isIn ? held.length : 0
    counted.seats += seats.length
    counted.roles += isIn ? person.roles.length : 0
  }
  return counted
}
