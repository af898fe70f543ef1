import 'virtual:tokens/shared.css'
import '#ui/base/page.css'
import './embed.css'
import type { EmbedPage, EmbedPageProps } from '#kernel/browser/embed-page.ts'
import { Badge } from '#ui/base/badge.tsx'
import { PoweredBy } from '#ui/base/powered-by.tsx'
import { texts } from './texts/en.ts'

/** What every page stands in: the page, and below it the one line that says whose it is. */
export function Shell({ page: Page, ...props }: EmbedPageProps & { page: EmbedPage }) {
  return (
    <>
      <Page {...props} />
      <PoweredBy href={props.data.apiUrl || '/'} label={texts.poweredBy}>
        {props.data.tenant?.stripe_mode === 'test' ? <Badge tone="warn">{texts.testMode}</Badge> : null}
      </PoweredBy>
    </>
  )
}
