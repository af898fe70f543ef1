import { db, rowsOf } from '#studio/data/data.ts'
import type { BlockKind } from '#studio/screen.ts'
import { tagsOf } from './tags.ts'
import { emptyDraft } from './events/event-draft.ts'
import { saveEvent } from './events/save-event.ts'

const eventsOf = async (tenantId: string) =>
  rowsOf(
    await db
      .from('ticket_events')
      .select('id, title, state')
      .eq('tenant_id', tenantId)
      .order('starts_at')
      .limit(1000),
  ) as { id: string; title: string; state: string }[]

/** Tickets on the overview of the blocks. It is in use once there is an event. */
export const kind: BlockKind = {
  pitch:
    'Sell tickets for events on your site, with limited seats, waiting lists and codes for the entrance.',
  async readUsage({ id }) {
    const events = await eventsOf(id)
    const published = events.filter(({ state }) => state === 'published').length
    return {
      isInUse: events.length > 0,
      state:
        published > 0 ? { tone: 'ok', label: 'In use' } : { tone: 'neutral', label: 'Nothing published' },
      count: events.length === 1 ? '1 event' : `${events.length} events`,
    }
  },
  async createStarter({ id }) {
    if ((await eventsOf(id)).length === 0) {
      const [type] = emptyDraft().types
      await saveEvent(id, undefined, {
        ...emptyDraft(),
        title: 'Open house',
        summary: 'Come by, look around, and have a coffee with us.',
        types: [{ ...type!, name: 'Guest', price: '0', seats: '40' }],
      })
    }
    return tagsOf(await eventsOf(id))
  },
}
