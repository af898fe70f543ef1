import type { EmailOtpType } from '@supabase/auth-js'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toasts/toast.ts'
import type { AuthResult, ConfirmResult } from '../session/session-context.ts'
import { useAuth } from '../session/session.tsx'
import { AuthHead } from './auth-head.tsx'
import { CodeInput } from './code-input.tsx'
import { useAction } from './use-action.ts'
import { useFirstFocus } from './use-first-focus.ts'

export interface EmailedCodeProps {
  email: string
  type: EmailOtpType
  /** The sentence under the title; says what the email is for. */
  children: ReactNode
  /** Sends the email again. */
  resend: () => AuthResult
  /** Returns to the email form, which keeps its input. */
  onBack: () => void
  onConfirmed?: (result: ConfirmResult) => void
}

/** The "Check your email" step. The user opens the link in the email or enters its six-digit code here. */
export function EmailedCode(props: EmailedCodeProps) {
  const { email, type, onConfirmed } = props
  const auth = useAuth()
  const field = useFirstFocus()
  const [code, setCode] = useState('')
  const [fieldError, setFieldError] = useState<string>()
  const { busy, failure, run } = useAction()

  async function send(digits: string) {
    if (busy) return
    setFieldError(digits.length < 6 ? 'Enter the 6-digit code.' : undefined)
    if (digits.length < 6) return field.current?.focus()
    const result = await run(() => auth.confirmCode(email, digits, type))
    if (result) onConfirmed?.(result)
    else field.current?.select()
  }

  return (
    <>
      <AuthHead title="Check your email">{props.children}</AuthHead>
      <form
        noValidate
        className="mt-6 flex flex-col gap-4"
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void send(code)
        }}
      >
        <CodeInput
          ref={field}
          label="Code"
          value={code}
          error={fieldError}
          hint="You can also open the link in the email, even on another device."
          onChange={setCode}
          onFull={(full) => void send(full)}
        />
        {failure ? (
          <Notice tone="danger" role="alert">
            {failure}
          </Notice>
        ) : null}
        <Button type="submit" variant="primary" size="large" wide busy={busy} busyLabel="Checking...">
          Continue
        </Button>
      </form>
      <p className="mt-6 flex flex-wrap gap-x-5 gap-y-2 text-text-2">
        <ResendLink resend={props.resend} />
        <button type="button" className="link cursor-pointer" onClick={props.onBack}>
          Use another email
        </button>
      </p>
    </>
  )
}

function ResendLink({ resend }: { resend: () => AuthResult }) {
  const { busy, failure, run, left } = useAction()
  async function send() {
    if (!busy && !left && (await run(resend))) toast.success('Email sent again.')
  }
  return (
    <>
      <button
        type="button"
        className="link cursor-pointer"
        aria-disabled={busy || left > 0}
        onClick={() => void send()}
      >
        {busy ? 'Sending...' : left > 0 ? `Send again in ${left} s` : 'Send again'}
      </button>
      {failure ? (
        <span role="alert" className="order-last basis-full text-danger-text">
          {failure}
        </span>
      ) : null}
    </>
  )
}
