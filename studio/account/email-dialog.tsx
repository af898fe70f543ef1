import { useState } from 'react'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { toast } from '#ui/toast.ts'
import { useStepUp } from '../auth/step-up.tsx'
import { useAct } from '../auth/use-act.ts'
import { useFirstFocus } from '../auth/use-first-focus.ts'
import { returnTo } from '../auth-acts.ts'
import { authClient } from '../auth-client.ts'
import { ACCOUNT_PATH } from './account-path.ts'
import { useRefreshAccount } from './use-account.ts'

/** Asks for the new address. It changes only when both mailboxes have agreed. */
export default function EmailDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const field = useFirstFocus()
  const refresh = useRefreshAccount()
  const [next, setNext] = useState('')
  const [gap, setGap] = useState<string>()
  const { busy, failure, run } = useAct()
  const { sure, dialog } = useStepUp()

  async function save() {
    if (busy) return
    const wanted = next.trim()
    const missing = !wanted
      ? 'Enter the new email.'
      : wanted.toLowerCase() === email.toLowerCase()
        ? 'This is your email already.'
        : undefined
    setGap(missing)
    if (missing) return field.current?.focus()
    const saved = await run(() =>
      sure(async (proof) =>
        (await authClient()).updateUser(
          { email: wanted, ...proof },
          { emailRedirectTo: returnTo(ACCOUNT_PATH) },
        ),
      ),
    )
    if (!saved) return field.current?.focus()
    await refresh()
    toast.success('Check both mailboxes.', 'Your email changes when both have confirmed.')
    onClose()
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Change email"
      description="We send a mail to the new address and one to the old. Confirm in both: so nobody can move your account with one mailbox alone."
      onSubmit={() => void save()}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy} busyWords="Sending...">
            Send the mails
          </Button>
        </>
      }
    >
      <Field label="New email" error={gap ?? failure} hint={`Now: ${email}`}>
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
