import type { SignedInUser } from '../session/session-context.ts'
import { useAuth } from '../session/session.tsx'
import { AuthHead } from './auth-head.tsx'
import { SecondFactor } from './second-factor.tsx'

/**
 * The step after the password for accounts with a second factor. The Studio stays closed until it succeeds.
 */
export function SecondFactorScreen({ user }: { user: SignedInUser }) {
  const { signOut } = useAuth()
  return (
    <>
      <AuthHead title="Confirm it's you">
        One more step to sign in as{' '}
        <strong className="font-medium wrap-anywhere text-text">{user.email}</strong>.
      </AuthHead>
      <div className="mt-6">
        <SecondFactor userId={user.id} />
      </div>
      <p className="mt-6 border-t border-line pt-5 text-text-2">
        Not you?{' '}
        <button type="button" className="link cursor-pointer" onClick={() => void signOut()}>
          Use another account
        </button>
      </p>
    </>
  )
}
