import { useState } from 'react'
import type { EmbedUser } from '#kernel/browser/embed-page.ts'
import { Button } from '#ui/base/button.tsx'
import { Note } from '#ui/base/note.tsx'
import { errorMessage } from './error-message.ts'
import { useFocusedHeading } from './focus-heading.ts'
import { texts } from './texts/spoken.ts'

export interface SignedInProps {
  user: EmbedUser
  /** The visitor came here from another view of this block. */
  moved: boolean
  /** Opens the account panel; absent when another service manages the account. */
  onAccount: (() => void) | undefined
  onSignOut: () => Promise<void>
}

/** Replaces the form for signed-in visitors. */
export function SignedIn({ user, moved, onAccount, onSignOut }: SignedInProps) {
  const heading = useFocusedHeading(moved)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')

  async function leave() {
    setBusy(true)
    await onSignOut().catch((why: unknown) => setProblem(errorMessage(why)))
    setBusy(false)
  }

  return (
    <>
      <h2 {...heading}>{texts.signedIn.title(user.name ?? user.email ?? texts.user)}</h2>
      {user.name && user.email ? <p>{user.email}</p> : null}
      {problem ? (
        <Note tone="danger" role="alert">
          {problem}
        </Note>
      ) : null}
      <div className="auth-row">
        {onAccount ? <Button onClick={onAccount}>{texts.signedIn.account}</Button> : null}
        <Button busy={busy} busyLabel={texts.signedIn.signingOut} onClick={leave}>
          {texts.signedIn.signOut}
        </Button>
      </div>
    </>
  )
}
