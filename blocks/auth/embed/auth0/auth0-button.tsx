import { useState } from 'react'
import { Button } from '#ui/base/button.tsx'
import { Note } from '#ui/base/note.tsx'
import { texts } from '../texts/spoken.ts'

export interface Auth0ButtonProps {
  /** The previous error message; empty for none. */
  problem: string
  /** Must open its window before the first await. */
  onSignIn: () => Promise<void>
}

/** The only sign-in method of a tenant that uses Auth0. The button is busy while the window is open. */
export function Auth0Button({ problem, onSignIn }: Auth0ButtonProps) {
  const [busy, setBusy] = useState(false)

  async function signIn() {
    const done = onSignIn()
    setBusy(true)
    await done
    setBusy(false)
  }

  return (
    <>
      {problem ? (
        <Note tone="danger" title={texts.errors.title} role="alert">
          {problem}
        </Note>
      ) : null}
      <Button variant="primary" wide busy={busy} busyLabel={texts.ways.waiting('Auth0')} onClick={signIn}>
        {texts.signInWithAuth0}
      </Button>
      {busy ? <p className="auth-quiet">{texts.ways.elsewhere('Auth0')}</p> : null}
    </>
  )
}
