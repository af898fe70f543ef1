import type { EmbedPageProps } from '#kernel/browser/embed-page.ts'
import { Note } from '#ui/base/note.tsx'
import { language, texts } from './texts/spoken.ts'

export { language }

/**
 * Shown instead of a block that does not exist, or on a site that the tenant does not list. Says what to
 * correct and where.
 */
export default function RefusedPage({ data }: EmbedPageProps) {
  if (data.host.unavailable) return <Note tone="info" title={texts.unavailable} isPage />
  if (data.host.unknownBlock)
    return (
      <Note tone="warn" title={texts.unknown.title} isPage role="alert">
        <p>{texts.unknown.text(data.host.unknownBlock)}</p>
      </Note>
    )
  const origin = data.host.origin ?? texts.refused.nameless
  return (
    <Note tone="warn" title={texts.refused.title} isPage role="alert">
      <p>{texts.refused.text(origin)}</p>
      <p>{texts.refused.remedy(origin)}</p>
    </Note>
  )
}
