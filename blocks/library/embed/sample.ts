import type { EmbedSample } from '#kernel/browser/embed-page.ts'
import type { LibraryCard, LibraryItem } from '../endpoints.ts'
import type { LibraryPageData } from './data-types.ts'

const card = (number: number, more: Partial<LibraryCard> & Pick<LibraryCard, 'title'>): LibraryCard => ({
  id: `0190d2a0-0000-7000-8000-00000000030${number}`,
  slug: `sample-${number}`,
  kind: 'article',
  summary: null,
  tags: [],
  published_at: '2026-03-02T09:00:00Z',
  is_open: true,
  ...more,
})

const items: LibraryCard[] = [
  card(1, {
    title: 'Sourdough for beginners',
    summary: 'Five lessons from the first starter to your own loaf.',
    kind: 'course',
    is_open: false,
    tags: ['Bread'],
  }),
  card(2, {
    title: 'How to keep a starter alive',
    summary: 'Feeding, resting and rescuing it.',
    tags: ['Bread'],
  }),
  card(3, {
    title: 'Shaping a loaf',
    summary: 'Eight minutes, from the bench of our bakery.',
    kind: 'video',
    is_open: false,
    tags: ['Video'],
  }),
]

const article: LibraryItem = {
  ...items[1]!,
  teaser: null,
  body: {
    doc: {
      type: 'doc',
      content: [
        {
          type: 'paragraph',
          content: [{ type: 'text', text: 'Feed it once a day with the same weight of flour and water.' }],
        },
      ],
    },
  },
}

const closed = (found: LibraryCard): LibraryItem => ({
  ...found,
  teaser: 'Flour, water, salt and time: this is all you need.',
  ways: [{ kind: 'bought', item_id: 'sample', name: 'Baking club', price_cents: 900, currency: 'eur' }],
})

/** A closed part of a page. */
export const gateSample = (): EmbedSample => ({
  ...sample(),
  data: { named: items[2]!.slug, item: closed(items[2]!), isGate: true } satisfies Partial<LibraryPageData>,
})

/** A list whose course and video are for members of a club. */
export const sample = (): EmbedSample => ({
  data: { list: { items }, tags: ['Bread', 'Video'], query: {} } satisfies Partial<LibraryPageData>,
  answers: {
    'GET /library-items': () => ({ items }),
    'GET /library-items/:item': ({ item }: { item: string }): LibraryItem => {
      const found = items.find(({ id, slug }) => id === item || slug === item) ?? items[0]!
      return found.is_open ? article : closed(found)
    },
  },
})
