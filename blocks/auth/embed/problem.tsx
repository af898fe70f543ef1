import type { EmbedProblem } from '#kernel/browser/embed-page.ts'
import { Note } from '#ui/base/note.tsx'
import { texts } from './texts/spoken.ts'

/** Without its tenant the block has no form to show; the last line says which half of the embed code is wrong. */
export function Problem({ error }: { error: EmbedProblem | undefined }) {
  const detail = error === 'no_tenant' || error === 'tenant_not_found' ? texts.errors[error] : ''
  return (
    <Note tone="danger" title={texts.errors.configuration} role="alert">
      <p>{texts.errors.configurationText}</p>
      {detail ? <p>{detail}</p> : null}
    </Note>
  )
}
