import type { EmbedSample } from '#kernel/browser/embed-page.ts'
import type { ListPageData } from '../data-types.ts'

/** A bakery's guestbook. */
export const sample = (): EmbedSample => ({
  data: { list: { id: 'sample', title: 'Guestbook' } } satisfies Partial<ListPageData>,
})
