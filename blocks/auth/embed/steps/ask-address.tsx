import { type FormEvent, useState } from 'react'
import { CallError } from '#kernel/browser/call.ts'
import { Button } from '#ui/base/button.tsx'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { useCountdown } from '#ui/base/use-countdown.ts'
import { errorMessage } from '../error-message.ts'
import { useFocusedHeading } from '../focus-heading.ts'
import { texts } from '../texts/spoken.ts'

export interface AskAddressProps {
  copy: { title: string; text: string; button: string }
  /** An address that was already typed elsewhere. */
  email: string
  /** Requests the email. */
  send: (email: string) => Promise<unknown>
  onBack: () => void
}

/** Asks for the address to send an email to. */
export function AskAddress({ copy, email, send, onBack }: AskAddressProps) {
  const heading = useFocusedHeading(true)
  const [address, setAddress] = useState(email)
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const { left, wait } = useCountdown()

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy || left > 0) return
    setBusy(true)
    setProblem('')
    await send(address.trim()).catch((why: unknown) => {
      setProblem(errorMessage(why))
      if (why instanceof CallError) wait(why.more?.retryAfter ?? 0)
    })
    setBusy(false)
  }

  return (
    <form className="auth-form" onSubmit={submit}>
      <h2 {...heading}>{copy.title}</h2>
      <p>{copy.text}</p>
      <Field label={texts.email} error={problem}>
        {(control) => (
          <Input
            {...control}
            type="email"
            autoComplete="username"
            value={address}
            onInput={(event) => {
              setAddress(event.currentTarget.value)
              // Another mailbox has its own rate limit.
              wait(0)
            }}
            required
          />
        )}
      </Field>
      <Button
        type="submit"
        variant="primary"
        wide
        disabled={!address.trim()}
        aria-disabled={left > 0 || undefined}
        busy={busy}
        busyLabel={texts.code.sending}
      >
        {left > 0 ? texts.code.wait(left) : copy.button}
      </Button>
      <Button variant="ghost" onClick={onBack}>
        {texts.back}
      </Button>
    </form>
  )
}
