import './cart.css'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { refusalWords } from '#kernel/browser/call.ts'
import type { EmbedApi } from '#kernel/browser/embed-page.ts'
import { isolated } from '#kernel/browser/local.ts'
import { Button } from '#ui/base/button.tsx'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Note } from '#ui/base/note.tsx'
import { joinWaitingList, type TicketType } from '#blocks/tickets/endpoints.ts'
import { texts } from './texts/spoken.ts'

export { language } from './texts/spoken.ts'

export interface WaitFormProps {
  embed: EmbedApi
  type: TicketType
  onClose: () => void
}

/** Puts an address on the waiting list of a type. It takes the place of the focused button that opened it. */
export function WaitForm({ embed, type, onClose }: WaitFormProps) {
  const [email, setEmail] = useState(embed.session.user?.email ?? '')
  const [quantity, setQuantity] = useState(1)
  const [state, setState] = useState<'asking' | 'sending' | 'done'>('asking')
  const [problem, setProblem] = useState('')
  const { wait } = texts
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  async function join(event: FormEvent) {
    event.preventDefault()
    setState('sending')
    setProblem('')
    try {
      const { lang } = document.documentElement
      await embed.call(joinWaitingList, { type: type.id, email: email.trim(), quantity, locale: lang })
      setState('done')
    } catch (why) {
      setProblem(refusalWords(why, texts.errors))
      setState('asking')
    }
  }

  if (state === 'done')
    return (
      <Note tone="ok" role="alert">
        {wait.done(isolated(email.trim()))}
      </Note>
    )
  return (
    <form
      ref={form}
      className="tk-wait"
      aria-label={wait.title(type.name)}
      onSubmit={(event) => void join(event)}
    >
      <p className="tk-quiet">{wait.text}</p>
      {problem ? (
        <Note tone="danger" role="alert">
          {problem}
        </Note>
      ) : null}
      <div className="tk-pair">
        <Field label={texts.email}>
          {(control) => (
            <Input
              {...control}
              type="email"
              autoComplete="email"
              required
              maxLength={320}
              value={email}
              onInput={(event) => setEmail(event.currentTarget.value)}
            />
          )}
        </Field>
        <Field label={wait.quantity}>
          {(control) => (
            <Input
              {...control}
              type="number"
              min={1}
              max={10}
              required
              value={quantity}
              onInput={(event) => setQuantity(Number(event.currentTarget.value))}
            />
          )}
        </Field>
      </div>
      <div className="tk-row">
        <Button type="submit" variant="primary" busy={state === 'sending'} busyLabel={wait.joining}>
          {wait.join}
        </Button>
        <Button variant="ghost" onClick={onClose}>
          {texts.close}
        </Button>
      </div>
    </form>
  )
}
