import type { EmbedPageProps } from '#kernel/browser/embed-page.ts'
import { Note } from '#ui/base/note.tsx'
import { language, texts } from './texts/spoken.ts'

export { language }

/** Shown instead of a block on a site that the tenant does not list: which address to add, and where. */
export default function RefusedPage({ data }: EmbedPageProps) {
  const origin = data.host.origin ?? texts.refused.nameless
  return (
    <Note tone="warn" title={texts.refused.title} role="alert">
      <p>{texts.refused.text(origin)}</p>
      <p>{texts.refused.remedy(origin)}</p>
    </Note>
  )
}
