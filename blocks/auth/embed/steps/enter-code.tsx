import { type FormEvent, useRef, useState } from 'react'
import { plainDigits } from '#kernel/browser/local.ts'
import { Button } from '#ui/base/button.tsx'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Note } from '#ui/base/note.tsx'
import { errorMessage } from '../error-message.ts'
import { useFocusedHeading } from '../focus-heading.ts'
import { texts } from '../texts/spoken.ts'
import { ResendButton } from './resend-button.tsx'

export interface EnterCodeProps {
  title: string
  text: string
  button: string
  /** Redeems the code. @throws {CallError} */
  redeem: (code: string) => Promise<void>
  /** Requests the email again. */
  again: () => Promise<unknown>
  onBack: () => void
}

/** Shown after an email was sent: the visitor follows its link or types its code here. */
export function EnterCode({ title, text, button, redeem, again, onBack }: EnterCodeProps) {
  const heading = useFocusedHeading(true)
  const input = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState('')
  const [notice, setNotice] = useState('')
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const digits = plainDigits(code).replace(/\D/g, '')
    setNotice('')
    setProblem(digits.length === 6 ? '' : texts.code.incomplete)
    if (digits.length !== 6) return input.current?.focus()
    setBusy(true)
    await redeem(digits).catch((why: unknown) => {
      setProblem(errorMessage(why))
      input.current?.focus()
    })
    setBusy(false)
  }

  return (
    <form className="auth-form" onSubmit={submit}>
      <h2 {...heading}>{title}</h2>
      <p>{text}</p>
      {notice ? <Note>{notice}</Note> : null}
      <Field label={texts.code.label} error={problem} hint={texts.code.hint}>
        {(control) => (
          <Input
            {...control}
            ref={input}
            className="auth-code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
            value={code}
            onInput={(event) => setCode(event.currentTarget.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" wide busy={busy} busyLabel={texts.code.busy}>
        {button}
      </Button>
      <div className="auth-row">
        <ResendButton
          send={again}
          report={(message, failed) => {
            setProblem(failed ? message : '')
            setNotice(failed ? '' : message)
          }}
        />
        <Button variant="ghost" onClick={onBack}>
          {texts.back}
        </Button>
      </div>
    </form>
  )
}
