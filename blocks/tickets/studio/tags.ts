import type { NamedBlock } from '#kernel/browser/snippet.ts'
import { block } from '../block.ts'

type Tag = NamedBlock & { title: string }

const { name, embed } = block

/** The tags of a tenant: a list and a calendar of its events, then each event. */
export const tagsOf = (events: readonly { id: string; title: string }[]): Tag[] => [
  { name, embed, title: 'All events' },
  { name, embed, title: 'Calendar', attributes: { layout: 'calendar' } },
  ...events.map(({ id, title }) => ({ name, embed, title: `Event: ${title}`, attributes: { event: id } })),
]
