import { call } from '#studio/data/api.ts'
import { saveEvent as endpoint } from '#blocks/tickets/endpoints-save.ts'
import type { EventDraft } from './event-draft.ts'
import type { EventRow } from './event-rows.ts'
import { givenOf } from './given-event.ts'

/**
 * Stores an event with its types and their seats: all or nothing.
 * @param before as it was when the form opened
 * @returns its id
 */
export async function saveEvent(
  tenantId: string,
  before: EventRow | undefined,
  draft: EventDraft,
): Promise<string> {
  const { id } = await call(endpoint, {
    tenantId,
    ...(before && {
      id: before.id,
      seen_at: before.updated_at,
      // A type that someone else added meanwhile is not deleted.
      seen: [...before.types, ...before.quotas].map((row) => row.id),
    }),
    event: givenOf(draft, before),
  })
  return id
}
