import '../form-page.css'
import type { EmbedPageProps } from '#kernel/browser/embed-page.ts'
import { Note } from '#ui/base/note.tsx'
import type { ListPageData } from '../data-types.ts'
import { texts } from './texts/spoken.ts'

export { language } from './texts/spoken.ts'
export const sample = () => import('./list-sample.ts')

/** `/embed/list`: rows of one of the tenant's own tables, as this visitor may see them. */
export default function ListPage({ data }: EmbedPageProps<ListPageData>) {
  const { list } = data
  if (data.error || !data.tenant || !list)
    return (
      <Note tone="danger" role="alert">
        {texts.errors[data.error ?? 'no_list']}
      </Note>
    )
  return (
    <section className="form">
      <h1>{list.title}</h1>
    </section>
  )
}
