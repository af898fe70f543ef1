import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast.ts'
import { useAuth } from '../session.tsx'
import { authErrorText } from './auth-errors.ts'

/** Asks for the confirmation mail once more. */
export function ResendButton({ email }: { email: string }) {
  const auth = useAuth()
  const [busy, setBusy] = useState(false)

  async function send() {
    setBusy(true)
    const { error } = await auth.resend(email).catch(() => ({ error: {} }))
    setBusy(false)
    if (error) toast.error('No mail sent', authErrorText(error))
    else toast.success('A new link is on its way.')
  }

  return (
    <Button size="small" busy={busy} busyWords="Sending..." onClick={() => void send()}>
      Send again
    </Button>
  )
}
