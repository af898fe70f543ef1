import { block } from '#blocks/database/block.ts'
import type { DataForm, DataView } from '#blocks/database/endpoints-studio.ts'
import type { NamedBlock } from '#kernel/browser/snippet.ts'

/** The tags that embed forms and lists, with a title for each. */
export function tagsOf(
  forms: readonly Pick<DataForm, 'id' | 'title'>[],
  views: readonly Pick<DataView, 'id' | 'title'>[],
): (NamedBlock & { title: string; attributes: Record<string, string> })[] {
  const [list] = block.also
  return [
    ...forms.map(({ id, title }) => ({ ...block, title: `Form: ${title}`, attributes: { form: id } })),
    ...views.map(({ id, title }) => ({ ...list, title: `List: ${title}`, attributes: { view: id } })),
  ]
}
