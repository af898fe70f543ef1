import { block } from '#blocks/database/block.ts'
import type { DataForm, DataView } from '#blocks/database/endpoints-studio.ts'
import type { NamedBlock } from '#kernel/browser/snippet.ts'

/** A tag that embeds one form or list. */
export interface OwnTag extends NamedBlock {
  id: string
  /** Changes with what it shows. */
  version: string
  /** With the kind, for example `List: Guestbook`. */
  title: string
  embed: NamedBlock['embed'] & { shows: string }
}

/** The tags that embed forms and lists. */
export function tagsOf(
  forms: readonly Pick<DataForm, 'id' | 'title' | 'revision'>[],
  views: readonly Pick<DataView, 'id' | 'title' | 'revision'>[],
): OwnTag[] {
  const [list] = block.also
  const tagOf = (
    place: typeof block | typeof list,
    { id, title, revision }: (typeof forms)[number],
  ): OwnTag => ({
    id,
    version: `${id} ${revision}`,
    name: place.name,
    title: `${place.title}: ${title}`,
    embed: place.embed,
    attributes: { [place.embed.shows]: id },
  })
  return [...forms.map((form) => tagOf(block, form)), ...views.map((view) => tagOf(list, view))]
}
