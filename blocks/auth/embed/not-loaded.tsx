import { Button } from '#ui/base/button.tsx'
import { Note } from '#ui/base/note.tsx'
import { texts } from './texts/spoken.ts'

/** In the place of a view whose script did not come. */
export function NotLoaded() {
  // A browser remembers a module it could not load: only a new document asks for it again.
  return (
    <Note
      tone="danger"
      role="alert"
      action={<Button onClick={() => location.reload()}>{texts.tryAgain}</Button>}
    >
      {texts.errors.codes['network']}
    </Note>
  )
}
