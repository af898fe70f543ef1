import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { callErrorText } from '#kernel/browser/call.ts'
import { AuthFrame } from './auth-frame.tsx'
import { AuthHead } from './auth-head.tsx'
import { call } from '../data/api.ts'
import { useAuth } from '../session/session.tsx'
import { ROLE_NAMES, chooseTenant } from '../tenant/tenants.ts'
import { buttonStyle } from '#ui/base/button.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { SpinnerScreen } from '#ui/spinner-screen.tsx'
import { acceptInvitation, readInvitation } from '#features/staff/endpoints.ts'
import { ROLE_TEXTS } from '#features/staff/studio/role-texts.ts'

/** `/invitation?token=…`: what the link of an invitation is for, and the button that accepts it. */
export default function InvitationScreen() {
  const [query] = useSearchParams()
  const token = query.get('token') ?? ''
  const { loading, user } = useAuth()
  const invitation = useQuery({
    // The address is masked for everyone but its owner.
    queryKey: ['invitation', token, user?.id],
    enabled: !loading,
    queryFn: () => call(readInvitation, { token }),
    retry: false,
  })
  if (loading || invitation.isPending) return <SpinnerScreen label="Loading..." />
  if (invitation.isError)
    return (
      <AuthFrame>
        <AuthHead title="This invitation does not open">
          {callErrorText(invitation.error, 'It could not be loaded. Try again.')}
        </AuthHead>
        <div className="mt-6">
          <Link {...buttonStyle({ size: 'large', wide: true })} to="/studio">
            Go to Studio
          </Link>
        </div>
      </AuthFrame>
    )
  const { tenant, role } = invitation.data
  return (
    <AuthFrame>
      <AuthHead title={`Work on ${tenant}`}>You are invited to its staff as {ROLE_NAMES[role]}.</AuthHead>
      <div className="mt-6 flex flex-col gap-4">
        <p className="text-text-2">{ROLE_TEXTS[role]}</p>
        <Answer token={token} email={invitation.data.email} />
      </div>
    </AuthFrame>
  )
}

/** Signs the invited in, or accepts for them. */
function Answer({ token, email }: { token: string; email: string }) {
  const { user, signOut } = useAuth()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const accept = useMutation({
    mutationFn: () => call(acceptInvitation, { token }),
    async onSuccess({ tenant_id }) {
      await queries.invalidateQueries({ queryKey: ['tenants'] })
      chooseTenant(tenant_id)
      await navigate('/studio')
    },
  })
  const next = `/invitation?token=${token}`
  if (!user)
    return (
      <>
        <p className="text-text-2">Sign in or sign up with {email} to accept.</p>
        <Link
          {...buttonStyle({ variant: 'primary', size: 'large', wide: true })}
          to={`/auth?next=${encodeURIComponent(next)}`}
        >
          Continue
        </Link>
      </>
    )
  const isOther = user.email.toLowerCase() !== email
  return (
    <>
      {isOther || accept.isError ? (
        <Notice tone={isOther ? 'warn' : 'danger'} role="alert">
          {isOther
            ? `The invitation is for ${email}. You are signed in as ${user.email}.`
            : callErrorText(accept.error, 'The invitation was not accepted. Try again.')}
        </Notice>
      ) : null}
      {isOther ? (
        <Button variant="primary" size="large" wide onClick={() => void signOut()}>
          Sign out
        </Button>
      ) : (
        <Button variant="primary" size="large" wide busy={accept.isPending} onClick={() => accept.mutate()}>
          Accept the invitation
        </Button>
      )}
    </>
  )
}
