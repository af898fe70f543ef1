import { useState } from 'react'
import type { EmbedUser } from '#kernel/browser/embed-page.ts'
import { Button } from '#ui/base/button.tsx'
import { Note } from '#ui/base/note.tsx'
import { errorWords } from './error-words.ts'
import { texts } from './texts/en.ts'

/** What a signed-in visitor sees in the place of the form. */
export function SignedIn({ user, onSignOut }: { user: EmbedUser; onSignOut: () => Promise<void> }) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')

  async function leave() {
    setBusy(true)
    await onSignOut().catch((why: unknown) => setProblem(errorWords(why)))
    setBusy(false)
  }

  return (
    <>
      <h2>{texts.signedIn.title(user.name ?? user.email ?? texts.user)}</h2>
      {user.name && user.email ? <p>{user.email}</p> : null}
      {problem ? (
        <Note tone="danger" role="alert">
          {problem}
        </Note>
      ) : null}
      <Button busy={busy} busyWords={texts.signedIn.signingOut} onClick={leave}>
        {texts.signedIn.signOut}
      </Button>
    </>
  )
}
