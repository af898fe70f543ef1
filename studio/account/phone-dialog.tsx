import { useState } from 'react'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { CodeInput } from '../auth/code-input.tsx'
import { useStepUp } from '../auth/step-up.tsx'
import { useAction } from '../auth/use-action.ts'
import { useFirstFocus } from '../auth/use-first-focus.ts'
import { authClient } from '../session/auth-client.ts'
import { useRefreshAccount } from './use-account.ts'

/** Asks for a phone number, then for the code sent to it by text message. */
export default function PhoneDialog({ onClose }: { onClose: () => void }) {
  const field = useFirstFocus()
  const refresh = useRefreshAccount()
  const [phone, setPhone] = useState('')
  const [code, setCode] = useState('')
  const [sentTo, setSentTo] = useState<string>()
  const [fieldError, setFieldError] = useState<string>()
  const { busy, failure, run } = useAction()
  const { withProof, dialog } = useStepUp()

  async function save() {
    if (busy) return
    const number = phone.replaceAll(/[^+\d]/g, '')
    setFieldError(
      number.length < 8 ? 'Enter the number with its country code, for example +49 151 23456789.' : undefined,
    )
    if (number.length < 8) return field.current?.focus()
    if (
      await run(() =>
        withProof(async (proof) => (await authClient()).updateUser({ phone: number, ...proof })),
      )
    )
      setSentTo(number)
  }

  async function confirm(token: string) {
    if (busy || token.length < 6) return
    const done = await run(async () =>
      (await authClient()).verifyOtp({ phone: sentTo!, token, type: 'phone_change' }),
    )
    if (!done) return
    await refresh()
    toast.success('Your phone number has been saved.')
    onClose()
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Phone number"
      description={
        sentTo ? `We texted a code to ${sentTo}.` : "We'll text you a code to confirm your number."
      }
      onSubmit={() => void (sentTo ? confirm(code) : save())}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            busy={busy}
            busyLabel={sentTo ? 'Checking...' : 'Sending...'}
          >
            {sentTo ? 'Confirm' : 'Text me a code'}
          </Button>
        </>
      }
    >
      {sentTo ? (
        <CodeInput
          label="Code"
          value={code}
          error={failure}
          onChange={setCode}
          onFull={(full) => void confirm(full)}
        />
      ) : (
        <Field label="Phone number" error={fieldError ?? failure} hint="With the country code.">
          {(control) => (
            <Input
              {...control}
              ref={field}
              name="tel"
              type="tel"
              autoComplete="tel"
              required
              value={phone}
              onChange={(event) => setPhone(event.currentTarget.value)}
            />
          )}
        </Field>
      )}
      {dialog}
    </Dialog>
  )
}
