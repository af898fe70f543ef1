import type { NamedBlock } from '#kernel/browser/snippet.ts'
import { block } from '../block.ts'

type Tag = NamedBlock & { title: string }

const { name, embed } = block

/** The tags of a tenant: its first assistant on the page, and each one by name if there are several. */
export const tagsOf = (assistants: readonly { id: string; name: string }[]): Tag[] => [
  { name, embed, title: 'On the page' },
  ...(assistants.length > 1
    ? assistants.map(({ id, name: title }) => ({ name, embed, title, attributes: { assistant: id } }))
    : []),
]
