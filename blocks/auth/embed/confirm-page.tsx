import '#ui/base/card.css'
import './auth-page.css'
import { type MouseEvent, useState } from 'react'
import { CallError } from '#kernel/browser/call.ts'
import type { EmbedPageProps } from '#kernel/browser/embed-page.ts'
import { Button, buttonStyle } from '#ui/base/button.tsx'
import { Note } from '#ui/base/note.tsx'
import type { ConfirmPageData } from './data-types.ts'
import { errorMessage } from './error-message.ts'
import { withSession } from './with-session.ts'
import { LazyView } from './lazy-view.tsx'
import { linkCopy } from './link-copy.ts'
import { Problem } from './problem.tsx'
import { texts } from './texts/spoken.ts'

export { language } from './texts/spoken.ts'

/** A code older than this is replaced when clicked, because codes expire soon. */
const FRESH_MS = 30_000

const newPassword = () => import('./steps/new-password.tsx').then(({ NewPassword }) => NewPassword)
const secondStep = () => import('./steps/second-step.tsx').then(({ SecondStep }) => SecondStep)

/**
 * `/embed/confirm`: the page behind an email link. Only its button redeems the link, because mail scanners
 * follow links but do not press buttons.
 */
export default function ConfirmPage({ data, embed }: EmbedPageProps<ConfirmPageData>) {
  const [state, setState] = useState<'asked' | 'busy' | 'second' | 'password' | 'done' | 'failed'>('asked')
  const [problem, setProblem] = useState('')
  const [chosen, setChosen] = useState(false)
  const [code, setCode] = useState({ code: '', at: 0 })

  if (data.error || !data.tenant) return <Problem error={data.error} />
  const { site, tenant, type } = data

  async function handOver(): Promise<string> {
    if (!site || !(embed!.session.user ?? embed!.session.owed)) return ''
    const made = await embed!.session.oneTimeCode()
    setCode({ code: made, at: Date.now() })
    return made
  }

  async function confirm() {
    setState('busy')
    setProblem('')
    try {
      const { session } = embed!
      const { told } = await session.enter('/verify', { type, token_hash: data.tokenHash })
      // A client on the site itself requested this email and stores the PKCE verifier, so only it can use the
      // code.
      if (typeof told['redirect_to'] === 'string') return location.replace(told['redirect_to'])
      const password = type === 'recovery' || told['password_needed'] === true
      if (password) return setState(session.owed ? 'second' : 'password')
      await finish()
    } catch (why) {
      const over = why instanceof CallError && why.status >= 400 && why.status < 500 && why.status !== 429
      setState(over ? 'failed' : 'asked')
      if (!over) setProblem(errorMessage(why))
    }
  }

  async function finish() {
    await handOver().catch(() => '')
    setState('done')
  }

  async function goBack(event: MouseEvent) {
    if (state !== 'done' || Date.now() - code.at < FRESH_MS) return
    event.preventDefault()
    // Without a code the visitor has to sign in on the site again, but the link must still work.
    location.assign(withSession(site!.url, await handOver().catch(() => '')))
  }

  const copy = linkCopy(type, tenant.name)
  const { confirm: common } = texts
  const ended = state === 'done' || state === 'failed'
  if (state === 'second')
    return (
      <section className="bb-card auth-card" aria-live="polite">
        <h1 className="auth-title">{copy.title}</h1>
        <LazyView load={secondStep} view={{ session: embed!.session, onDone: () => setState('password') }} />
      </section>
    )
  if (state === 'password')
    return (
      <section className="bb-card auth-card" aria-live="polite">
        <h1 className="auth-title">{copy.title}</h1>
        <LazyView
          load={newPassword}
          view={{
            session: embed!.session,
            email: embed!.session.user?.email,
            title: type === 'recovery' ? texts.newPassword.title : texts.newPassword.first,
            onDone() {
              setChosen(true)
              return finish()
            },
          }}
        />
      </section>
    )
  return (
    <section className="bb-card auth-card" aria-live="polite">
      <h1>
        {state === 'failed'
          ? common.failed
          : state !== 'done'
            ? copy.title
            : chosen && type === 'recovery'
              ? common.passwordDone
              : copy.done}
      </h1>
      <p>{state === 'done' ? copy.doneText : state === 'failed' ? copy.failedText : copy.text}</p>
      {problem ? (
        <Note tone="danger" title={texts.errors.title} role="alert">
          {problem}
        </Note>
      ) : null}
      {!ended ? (
        <Button variant="primary" wide busy={state === 'busy'} busyLabel={common.busy} onClick={confirm}>
          {copy.button}
        </Button>
      ) : site ? (
        <a
          {...buttonStyle({ variant: 'primary', wide: true })}
          href={withSession(site.url, code.code)}
          onClick={goBack}
        >
          {common.back(site.name)}
        </a>
      ) : state === 'done' ? (
        <p>{common.closeHint}</p>
      ) : null}
    </section>
  )
}
