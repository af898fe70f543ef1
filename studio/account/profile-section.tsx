import type { User } from '@supabase/auth-js'
import { Mail, Phone } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazy } from '#ui/lazy.tsx'
import { Badge } from '#ui/base/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { authErrorText } from '../auth/auth-errors.ts'
import { useSignInSettings } from '../auth/sign-in-settings.ts'
import { useAction } from '../auth/use-action.ts'
import { returnUrl } from '../session/auth-actions.ts'
import { authClient } from '../session/auth-client.ts'
import { ACCOUNT_PATH } from './account-path.ts'
import { NameForm } from './name-form.tsx'
import { LoadedContent, Row, Rows, Section } from './section.tsx'
import { useAccount } from './use-account.ts'

const EmailDialog = lazy(() => import('./email-dialog.tsx'), 'over')
const PhoneDialog = lazy(() => import('./phone-dialog.tsx'), 'over')

/** Name, email and, if the server supports it, phone number. */
export function ProfileSection() {
  const account = useAccount()
  const settings = useSignInSettings()
  return (
    <Section title="Profile" text="Your name and the email you sign in with.">
      <NameForm />
      <LoadedContent query={account} failed="Your account could not be loaded." wide>
        {(user) => (
          <>
            <Rows label="Addresses">
              <EmailRow user={user} />
              {settings.data?.external.phone ? <PhoneRow user={user} /> : null}
            </Rows>
            {user.new_email ? <PendingEmail email={user.email ?? ''} pending={user.new_email} /> : null}
          </>
        )}
      </LoadedContent>
    </Section>
  )
}

function EmailRow({ user }: { user: User }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Row
        icon={<Mail size={18} strokeWidth={1.75} />}
        title={user.email || 'No email'}
        badge={user.email_confirmed_at ? <Badge tone="ok">Verified</Badge> : null}
        text="For signing in and for emails about your account."
        wide
        actions={
          <Button size="small" onClick={() => setOpen(true)}>
            Change email
          </Button>
        }
      />
      {open ? (
        <Suspense>
          <EmailDialog email={user.email ?? ''} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

/** A pending email change that the user still has to confirm. */
function PendingEmail({ email, pending }: { email: string; pending: string }) {
  const { busy, run } = useAction()
  async function resend() {
    const result = await run(async () => {
      const options = { emailRedirectTo: returnUrl(ACCOUNT_PATH) }
      const sent = await (await authClient()).resend({ type: 'email_change', email, options })
      if (sent.error) toast.error('Could not send the email', authErrorText(sent.error))
      return sent
    })
    if (result) toast.success('Emails sent again.')
  }
  return (
    <Notice
      title={`Waiting for ${pending}`}
      action={
        <Button size="small" busy={busy} busyLabel="Sending..." onClick={() => void resend()}>
          Send again
        </Button>
      }
    >
      Confirm in the emails we sent to {pending} and {email}. Until you confirm both, your email stays {email}
      .
    </Notice>
  )
}

function PhoneRow({ user }: { user: User }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Row
        icon={<Phone size={18} strokeWidth={1.75} />}
        title={user.phone ? `+${user.phone.replace(/^\+/, '')}` : 'No phone number'}
        badge={user.phone && user.phone_confirmed_at ? <Badge tone="ok">Verified</Badge> : null}
        text="For verification codes by text message."
        wide
        actions={
          <Button size="small" onClick={() => setOpen(true)}>
            {user.phone ? 'Change phone' : 'Add phone'}
          </Button>
        }
      />
      {open ? (
        <Suspense>
          <PhoneDialog onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
