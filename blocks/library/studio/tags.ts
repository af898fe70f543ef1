import type { NamedBlock } from '#kernel/browser/snippet.ts'
import { block } from '../block.ts'

type Tag = NamedBlock & { title: string }

const { name, embed } = block

/** The tags of a tenant: the whole library, then each item and course. */
export const tagsOf = (items: readonly { slug: string; title: string; kind: string }[]): Tag[] => [
  { name, embed, title: 'Whole library' },
  ...items.map(({ slug, title, kind }) => ({
    name,
    embed,
    title: `${kind === 'course' ? 'Course' : 'Item'}: ${title}`,
    attributes: { item: slug },
  })),
]
