import '../steps.css'
import { useCallback, useEffect, useState } from 'react'
import type { EmbedSession, EmbedUser } from '#kernel/browser/embed-page.ts'
import { Button } from '#ui/base/button.tsx'
import { Note } from '#ui/base/note.tsx'
import type { WireFactor } from '#blocks/auth/endpoints.ts'
import { errorMessage } from '../error-message.ts'
import { useFocusedHeading } from '../focus-heading.ts'
import { texts } from '../texts/spoken.ts'
import { ChangePassword } from './change-password.tsx'
import { ConnectedApps } from './connected-apps.tsx'
import { Passkeys } from './passkeys.tsx'
import { TwoStep } from './two-step.tsx'
import { YourData } from './your-data.tsx'

export interface AccountPanelProps {
  session: EmbedSession
  user: EmbedUser
  /** Whether the tenant offers passkeys. */
  passkeys: boolean
  publicKey: string
  onBack: () => void
}

/** Lets signed-in visitors change how they sign in. */
export function AccountPanel({ session, user, passkeys, publicKey, onBack }: AccountPanelProps) {
  const heading = useFocusedHeading(true)
  const [factors, setFactors] = useState<WireFactor[] | null>(null)
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)

  const read = useCallback(
    () =>
      session
        .ask<{ factors?: WireFactor[] }>('GET', '/user')
        .then(({ factors: found }) => setFactors(found ?? [])),
    [session],
  )
  useEffect(() => {
    read().catch((why: unknown) => setProblem(errorMessage(why)))
  }, [read])

  async function leaveEverywhere() {
    setBusy(true)
    setProblem('')
    await session
      .ask('POST', '/logout?scope=others', {})
      .then(() => session.signOut())
      .catch((why: unknown) => setProblem(errorMessage(why)))
    setBusy(false)
  }

  const copy = texts.account
  return (
    <div className="auth-account">
      <h2 {...heading}>{copy.title}</h2>
      {user.email ? <p>{user.email}</p> : null}
      {problem ? (
        <Note tone="danger" title={texts.errors.title} role="alert">
          {problem}
        </Note>
      ) : null}
      <ChangePassword session={session} email={user.email} />
      {factors ? <TwoStep session={session} factors={factors} onChanged={read} /> : null}
      {passkeys ? <Passkeys session={session} publicKey={publicKey} /> : null}
      <ConnectedApps session={session} />
      <section className="auth-section">
        <h3>{copy.everywhere}</h3>
        <p>{copy.everywhereText}</p>
        <Button busy={busy} busyLabel={texts.signedIn.signingOut} onClick={leaveEverywhere}>
          {copy.everywhere}
        </Button>
      </section>
      <YourData session={session} publicKey={publicKey} email={user.email} />
      <Button variant="primary" onClick={onBack}>
        {copy.back}
      </Button>
    </div>
  )
}
