import { day } from '#kernel/browser/local.ts'
import type { EmbedApi } from '#kernel/browser/embed-page.ts'
import { Button } from '#ui/base/button.tsx'
import { Note } from '#ui/base/note.tsx'
import type { FormEntry } from '../endpoints.ts'
import type { FormPageData } from './data-types.ts'
import { openSignIn } from './open-sign-in.ts'
import { texts } from './texts/spoken.ts'

/** Why a form cannot be sent now, and what to do about it. */
export function StateNote({
  entry: { state, opens_at },
  data,
  embed,
}: {
  entry: FormEntry
  data: FormPageData
  embed: EmbedApi | undefined
}) {
  const { states } = texts
  const text =
    state === 'not_yet' && opens_at
      ? states.opens(day(opens_at))
      : states[state === 'open' ? 'closed' : state]
  return (
    <div className="form-questions">
      <Note
        tone="info"
        title={text}
        {...(state === 'sign_in' && {
          action: (
            <Button size="small" onClick={() => openSignIn(data, embed!)}>
              {texts.signIn}
            </Button>
          ),
        })}
      />
    </div>
  )
}
