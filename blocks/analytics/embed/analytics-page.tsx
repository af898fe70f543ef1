import './analytics-page.css'
import type { EmbedPageProps } from '#kernel/browser/embed-page.ts'
import { Note } from '#ui/base/note.tsx'
import type { AnalyticsPageData } from './data-types.ts'
import { texts } from './texts/spoken.ts'

export { language } from './texts/spoken.ts'
export const sample = () => import('./sample.ts')

/** `/embed/analytics`: the figures that the tenant publishes. Without any, the page is empty and its tag only counts visits. */
export default function AnalyticsPage({ data }: EmbedPageProps<AnalyticsPageData>) {
  if (data.error || !data.tenant)
    return (
      <Note tone="danger" role="alert">
        {texts.errors[data.error ?? 'load_failed']}
      </Note>
    )
  const { figures, page } = data.shown
  const lines =
    page === undefined ? figures.map(({ name, value }) => texts[name](value)) : [texts.views(page)]
  if (!lines.length) return null
  return (
    <ul className="analytics" aria-label={texts.title}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
