import { useState } from 'react'
import type { FormEvent } from 'react'
import { refusalWords } from '#kernel/browser/call.ts'
import type { EmbedApi } from '#kernel/browser/embed-page.ts'
import { Button } from '#ui/base/button.tsx'
import { Input } from '#ui/base/input.tsx'
import { handOver } from '../endpoints.ts'
import { texts } from './texts/spoken.ts'

interface HandOverFormProps {
  embed: EmbedApi
  conversation: { id?: string; secret?: string }
  onClose: () => void
}

/** Asks a person: the conversation and a message go to the tenant, who replies by email. */
export function HandOverForm({ embed, conversation: { id, secret }, onClose }: HandOverFormProps) {
  const [state, setState] = useState<'open' | 'busy' | 'sent'>('open')
  const [problem, setProblem] = useState('')

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const value = (name: string) => (fields.get(name) as string).trim()
    setState('busy')
    setProblem('')
    try {
      await embed.call(handOver, {
        conversation: id!,
        ...(secret && { secret }),
        email: value('email'),
        text: value('text'),
      })
      setState('sent')
    } catch (error) {
      setProblem(refusalWords(error, { codes: texts.refusals, unexpected: texts.errors.unexpected }))
      setState('open')
    }
  }

  if (state === 'sent') return <output className="ask-quiet">{texts.person.sent}</output>
  return (
    <form className="ask-person" onSubmit={(event) => void send(event)}>
      <p>{texts.person.text}</p>
      <Input
        name="email"
        type="email"
        required
        maxLength={320}
        autoComplete="email"
        aria-label={texts.person.email}
        placeholder={texts.person.email}
        defaultValue={embed.session.user?.email ?? ''}
      />
      <textarea
        name="text"
        className="bb-input"
        rows={3}
        maxLength={2000}
        aria-label={texts.person.message}
        placeholder={texts.person.message}
      />
      {problem ? <p role="alert">{problem}</p> : null}
      <p className="ask-actions">
        <Button type="submit" variant="primary" size="small" busy={state === 'busy'}>
          {texts.person.send}
        </Button>
        <Button size="small" onClick={onClose}>
          {texts.person.cancel}
        </Button>
      </p>
    </form>
  )
}
