import 'virtual:tokens/shared.css'
import '#ui/base/page.css'
import './embed.css'
import type { EmbedPage, EmbedPageProps } from '#kernel/browser/embed-page.ts'
import { Badge } from '#ui/base/badge.tsx'
import { PoweredBy } from '#ui/base/powered-by.tsx'
import type { FrameWords } from './boot.ts'

/** Wraps every page: the page itself, and below it the "Powered by" line. */
export function Shell(shell: EmbedPageProps & { page: EmbedPage; words: FrameWords }) {
  const { page: Page, words, ...props } = shell
  return (
    <>
      <Page {...props} />
      {props.data.inner ? null : (
        <PoweredBy href={props.data.apiUrl || '/'} label={words.poweredBy}>
          {props.data.tenant?.stripe_mode === 'test' ? <Badge tone="warn">{words.testMode}</Badge> : null}
        </PoweredBy>
      )}
    </>
  )
}
