import type { EmbedSample } from '#kernel/browser/embed-page.ts'
import type { ListedRow } from '#blocks/database/endpoints.ts'
import type { ListPageData, ListView } from '../data-types.ts'

const date = { id: 'day00000', title: 'Day', kind: 'date' } as const
const list: Partial<ListView> & Pick<ListView, 'id'> = {
  id: 'sample',
  title: 'At the bakery',
  layout: 'calendar',
  date,
}
const fields: ListView['fields'] = [{ id: 'name0000', title: 'Event', kind: 'text' }, date]
const month = '2026-03'
const row = (day: number, name: string): ListedRow => ({
  id: `row-${day}`,
  values: { name0000: name, day00000: `${month}-${String(day).padStart(2, '0')}` },
  created_at: `${month}-01T09:00:00Z`,
})
const rows = [row(5, 'Bread class'), row(12, 'Rye day'), row(20, 'Night of the starters')]

/** Events of a bakery. */
export const sample = (): EmbedSample => ({
  data: {
    list: { ...(list as ListView), fields, filters: [], sorts: [] },
    month,
    first: { rows, more: false },
  } satisfies Partial<ListPageData>,
  answers: {
    'GET /lists/:list/rows': ({ from = '', until = '' }: { from?: string; until?: string }) => ({
      rows: rows.filter(({ values: { day00000: on } }) => typeof on === 'string' && on >= from && on < until),
      more: false,
    }),
  },
})
