import '#ui/base/card.css'
import './auth-page.css'
import { useState } from 'react'
import { CallError } from '#kernel/browser/call.ts'
import type { EmbedPageProps } from '#kernel/browser/embed-page.ts'
import { askFrame, tellFrame } from '#kernel/browser/opener.ts'
import { Button } from '#ui/base/button.tsx'
import { Note } from '#ui/base/note.tsx'
import { errorMessage } from './error-message.ts'
import { challengeOf, newVerifier } from './pkce.ts'
import { Problem } from './problem.tsx'
import { texts } from './texts/spoken.ts'
import { createCredential } from './webauthn.ts'
import type { FrameReply, WindowMessage } from './window.ts'

export { language } from './texts/spoken.ts'

interface Options {
  challenge_id: string
  options: PublicKeyCredentialCreationOptionsJSON
}

/**
 * `/embed/passkey`: the window that creates a passkey. It is signed in only for that moment, with a one-time
 * code from the frame that opened it. The code is bound to a secret that never leaves this window.
 */
export default function PasskeyPage({ data, embed }: EmbedPageProps) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  if (data.error || !data.tenant) return <Problem error={data.error} />

  async function make() {
    const { session } = embed!
    if (!session.user) await takeOver()
    const { challenge_id, options } = await session.ask<Options>('POST', '/passkeys/registration/options', {})
    const credential = await createCredential(options)
    await session.ask('POST', '/passkeys/registration/verify', { challenge_id, credential })
    await session.signOut().catch(() => {})
    tellFrame({ bb: 'done' } satisfies WindowMessage)
    close()
  }

  async function takeOver() {
    const verifier = newVerifier()
    const reply = await askFrame<FrameReply>({
      bb: 'who',
      challenge: await challengeOf(verifier),
    } satisfies WindowMessage)
    if (reply?.bb !== 'you') throw new CallError(0, 'flow_state_expired', '')
    const body = { code: reply.code, code_verifier: verifier }
    await embed!.session.enter('/token?grant_type=one_time_code', body)
  }

  async function start() {
    setBusy(true)
    setProblem('')
    await make().catch((why: unknown) => setProblem(errorMessage(why)))
    setBusy(false)
  }

  const copy = texts.account
  return (
    <section className="bb-card auth-card" aria-live="polite">
      <h1>{copy.passkeyPage}</h1>
      <p>{copy.passkeyPageText(data.tenant.name)}</p>
      {problem ? (
        <Note tone="danger" title={texts.errors.title} role="alert">
          {problem}
        </Note>
      ) : null}
      <Button variant="primary" wide busy={busy} busyLabel={texts.ways.passkeyBusy} onClick={start}>
        {copy.passkeyPage}
      </Button>
    </section>
  )
}
