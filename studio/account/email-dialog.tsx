import { useState } from 'react'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { useStepUp } from '../auth/step-up.tsx'
import { useAction } from '../auth/use-action.ts'
import { useFirstFocus } from '../auth/use-first-focus.ts'
import { returnUrl } from '../session/auth-actions.ts'
import { authClient } from '../session/auth-client.ts'
import { ACCOUNT_PATH } from './account-path.ts'
import { useRefreshAccount } from './use-account.ts'

/** Asks for the new email. The change takes effect only after the user confirms it in both mailboxes. */
export default function EmailDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const field = useFirstFocus()
  const refresh = useRefreshAccount()
  const [next, setNext] = useState('')
  const [fieldError, setFieldError] = useState<string>()
  const { busy, failure, run } = useAction()
  const { withProof, dialog } = useStepUp()

  async function save() {
    if (busy) return
    const wanted = next.trim()
    const missing = !wanted
      ? 'Enter the new email.'
      : wanted.toLowerCase() === email.toLowerCase()
        ? 'This is already your email.'
        : undefined
    setFieldError(missing)
    if (missing) return field.current?.focus()
    const saved = await run(() =>
      withProof(async (proof) =>
        (await authClient()).updateUser(
          { email: wanted, ...proof },
          { emailRedirectTo: returnUrl(ACCOUNT_PATH) },
        ),
      ),
    )
    if (!saved) return field.current?.focus()
    await refresh()
    toast.success('Check both mailboxes.', 'Your email changes after you confirm in both.')
    onClose()
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Change email"
      description="We'll email your new and your old address. Confirm in both, so nobody can take over your account through one mailbox."
      onSubmit={() => void save()}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy} busyLabel="Sending...">
            Send emails
          </Button>
        </>
      }
    >
      <Field label="New email" error={fieldError ?? failure} hint={`Current: ${email}`}>
        {(control) => (
          <Input
            {...control}
            ref={field}
            name="new-email"
            type="email"
            autoComplete="email"
            required
            value={next}
            onChange={(event) => setNext(event.currentTarget.value)}
          />
        )}
      </Field>
      {dialog}
    </Dialog>
  )
}
