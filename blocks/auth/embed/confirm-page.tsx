import '#ui/base/card.css'
import './auth-page.css'
import { type MouseEvent, useState } from 'react'
import { CallError } from '#kernel/browser/call.ts'
import type { EmbedPageProps } from '#kernel/browser/embed-page.ts'
import { Button, buttonLook } from '#ui/base/button.tsx'
import { Note } from '#ui/base/note.tsx'
import type { ConfirmPageData } from './data-types.ts'
import { errorWords } from './error-words.ts'
import { withSession } from './hand-over.ts'
import { Problem } from './problem.tsx'
import { texts } from './texts/en.ts'

/** A code handed out longer ago than this is replaced on the click: it lives only a short while. */
const FRESH_MS = 30_000

/** `/embed/confirm`: behind the link of the mail. Only its button redeems the link, which mail scanners do not press. */
export default function ConfirmPage({ data, embed }: EmbedPageProps<ConfirmPageData>) {
  const [state, setState] = useState<'asked' | 'busy' | 'done' | 'failed'>('asked')
  const [problem, setProblem] = useState('')
  const [code, setCode] = useState({ code: '', at: 0 })

  if (data.error || !data.tenant) return <Problem error={data.error} />
  const { site, tenant } = data

  async function handOver(): Promise<string> {
    if (!site) return ''
    const made = await embed!.session.oneTimeCode()
    setCode({ code: made, at: Date.now() })
    return made
  }

  async function confirm() {
    setState('busy')
    setProblem('')
    try {
      await embed!.session.verify(data.type, data.tokenHash)
      await handOver().catch(() => '')
      setState('done')
    } catch (why) {
      const over = why instanceof CallError && why.status >= 400 && why.status < 500 && why.status !== 429
      setState(over ? 'failed' : 'asked')
      if (!over) setProblem(errorWords(why))
    }
  }

  async function goBack(event: MouseEvent) {
    if (state !== 'done' || Date.now() - code.at < FRESH_MS) return
    event.preventDefault()
    // Without a code the visitor signs in on the site by hand; the way back must work all the same.
    location.assign(withSession(site!.url, await handOver().catch(() => '')))
  }

  const words = texts.confirm
  const ended = state === 'done' || state === 'failed'
  return (
    <section className="bb-card auth-card" aria-live="polite">
      <h1>{state === 'done' ? words.done : state === 'failed' ? words.failed : words.title}</h1>
      <p>
        {state === 'done' ? words.doneText : state === 'failed' ? words.failedText : words.text(tenant.name)}
      </p>
      {problem ? (
        <Note tone="danger" title={texts.errors.title} role="alert">
          {problem}
        </Note>
      ) : null}
      {!ended ? (
        <Button variant="primary" wide busy={state === 'busy'} busyWords={words.busy} onClick={confirm}>
          {words.button}
        </Button>
      ) : site ? (
        <a
          {...buttonLook({ variant: 'primary', wide: true })}
          href={withSession(site.url, code.code)}
          onClick={goBack}
        >
          {words.back(site.name)}
        </a>
      ) : state === 'done' ? (
        <p>{words.closeHint}</p>
      ) : null}
    </section>
  )
}
