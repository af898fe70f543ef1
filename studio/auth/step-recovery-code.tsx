import { type FormEvent, useState } from 'react'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Button } from '#ui/button.tsx'
import { authClient } from '../session/auth-client.ts'
import { useAction } from './use-action.ts'
import { useFirstFocus } from './use-first-focus.ts'

/** Asks for a recovery code, for users who have lost their other factors. */
export function StepRecoveryCode({ onDone }: { onDone: () => void }) {
  const field = useFirstFocus()
  const [code, setCode] = useState('')
  const [fieldError, setFieldError] = useState<string>()
  const { busy, failure, run } = useAction()

  async function send(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    if (busy) return
    setFieldError(code.trim() ? undefined : 'Enter a recovery code.')
    if (!code.trim()) return field.current?.focus()
    const result = await run(async () => (await authClient()).mfa.recoveryCodes.verify({ code: code.trim() }))
    if (result) onDone()
    else field.current?.select()
  }

  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void send(event)}>
      <Field
        label="Recovery code"
        error={fieldError ?? failure}
        hint="One of the codes you saved when you set up two-step verification. Each works once."
      >
        {(control) => (
          <Input
            {...control}
            ref={field}
            size="large"
            name="recovery-code"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            required
            className="font-mono"
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" size="large" wide busy={busy} busyLabel="Checking...">
        Continue
      </Button>
    </form>
  )
}
