import { block } from '#blocks/database/block.ts'
import type { DataForm, DataView } from '#blocks/database/endpoints-studio.ts'
import type { NamedBlock } from '#kernel/browser/snippet.ts'

/** A tag that embeds one form or list. It has no `id`, which would make it the tag of a block of the creator's own. */
export interface OwnTag extends NamedBlock {
  /** Id of the form or list. */
  shown: string
  /** Changes with what it shows. */
  version: string
  /** With the kind, for example `List: Guestbook`. */
  title: string
  embed: NamedBlock['embed'] & { shows: string }
}

type Described = Pick<DataForm | DataView, 'id' | 'title' | 'revision'>

/** The tags that embed forms and lists. */
export function tagsOf(forms: readonly Described[], views: readonly Described[]): OwnTag[] {
  const [list] = block.also
  return [...forms.map((form) => tagOf(block, form)), ...views.map((view) => tagOf(list, view))]
}

const tagOf = (
  { name, title: kind, embed }: typeof block | (typeof block.also)[0],
  { id, title, revision }: Described,
): OwnTag => ({
  shown: id,
  version: `${id} ${revision}`,
  name,
  title: `${kind}: ${title}`,
  embed,
  attributes: { [embed.shows]: id },
})
