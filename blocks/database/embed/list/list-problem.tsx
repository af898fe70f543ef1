import type { EmbedProblem } from '#kernel/browser/embed-page.ts'
import { Note } from '#ui/base/note.tsx'
import { texts } from '../texts/spoken.ts'

/** Why there is no list to show. */
export function ListProblem({ error }: { error: EmbedProblem | undefined }) {
  const { errors, list } = texts
  const title = error === 'load_failed' ? list.failed : error ? errors[error] : list.missing
  return <Note tone="danger" role="alert" title={title} isPage />
}
