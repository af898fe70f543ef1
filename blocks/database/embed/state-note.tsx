import { day } from '#kernel/browser/local.ts'
import type { EmbedApi } from '#kernel/browser/embed-page.ts'
import { Button } from '#ui/base/button.tsx'
import { Note } from '#ui/base/note.tsx'
import type { FormEntry } from '../endpoints.ts'
import type { FormPageData } from './data-types.ts'
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
            <Button size="small" onClick={() => signIn(data, embed!)}>
              {texts.signIn}
            </Button>
          ),
        })}
      />
    </div>
  )
}

/** In a frame, the host page opens the sign-in block as a dialog; a standalone page opens it in a new window. */
function signIn({ tenant }: FormPageData, embed: EmbedApi): void {
  if (parent !== window) embed.tell({ type: 'open', block: 'auth' })
  else open(`/embed/auth?${new URLSearchParams({ tenant: tenant!.public_key })}`, '_blank')
}
