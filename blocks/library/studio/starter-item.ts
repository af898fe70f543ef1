import type { GivenItem } from '../endpoints-studio.ts'

const paragraph = (text: string) => ({
  type: 'paragraph' as const,
  content: [{ type: 'text' as const, text }],
})

/** The first article of a library: a draft that shows what an article can have. */
export const starterItem: GivenItem = {
  title: 'Welcome to our library',
  summary: 'What you find here, and how to get in.',
  teaser: 'Members read the whole article. Everyone else reads this part.',
  cover: null,
  tags: ['Start here'],
  published_at: null,
  audience: { any: [{ kind: 'signed_in' }] },
  is_teaser: true,
  is_listed: true,
  counts_from: 'start',
  body: {
    doc: {
      type: 'doc',
      content: [
        paragraph('Replace this text with your own. Only signed-in members can read it.'),
        {
          type: 'heading',
          attrs: { level: 2 },
          content: [{ type: 'text', text: 'What you can add' }],
        },
        {
          type: 'bulletList',
          content: ['Articles and links', 'Audio, video and files', 'Courses that open lesson by lesson'].map(
            (text) => ({ type: 'listItem', content: [paragraph(text)] }),
          ),
        },
      ],
    },
  },
}
