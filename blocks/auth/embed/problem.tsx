import type { EmbedProblem } from '#kernel/browser/embed-page.ts'
import { Note } from '#ui/base/note.tsx'
import { texts } from './texts/spoken.ts'

/** Shown when the tenant failed to load. The last line says which part of the embed code is wrong. */
export function Problem({ error }: { error: EmbedProblem | undefined }) {
  const detail = error === 'no_tenant' || error === 'tenant_not_found' ? texts.errors[error] : ''
  return (
    <Note tone="danger" title={texts.errors.configuration} isPage role="alert">
      <p>{texts.errors.configurationText}</p>
      {detail ? <p>{detail}</p> : null}
    </Note>
  )
}
