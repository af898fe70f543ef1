import type { EmbedSample } from '#kernel/browser/embed-page.ts'
import type { ListedRow, ListPage } from '#blocks/database/endpoints.ts'
import type { ListPageData, ListView } from '../data-types.ts'

const list: ListView = {
  id: 'sample',
  title: 'Guestbook',
  layout: 'list',
  search: true,
  fields: [
    { id: 'name0000', title: 'Name', kind: 'text' },
    { id: 'text0000', title: 'Message', kind: 'long_text' },
    { id: 'day00000', title: 'Visited', kind: 'date' },
  ],
  filters: [],
  sorts: [],
}
const row = (id: string, name: string, text: string, day: string): ListedRow => ({
  id,
  values: { name0000: name, text0000: text, day00000: day },
  created_at: `${day}T09:00:00Z`,
})
const rows = [
  row('row-2', 'Mia', 'The walnut rye was gone by ten, and it was worth getting up for.', '2026-03-02'),
  row('row-1', 'Jonas', 'Thank you for the starter. It is alive!', '2026-02-27'),
]

/** A bakery's guestbook. */
export const sample = (): EmbedSample => ({
  data: { list, first: { rows, more: false } } satisfies Partial<ListPageData>,
  answers: {
    'GET /lists/:list/rows': ({ search = '' }: { search?: string }): ListPage => ({
      rows: rows.filter(({ values }) => JSON.stringify(values).toLowerCase().includes(search.toLowerCase())),
      more: false,
    }),
  },
})
