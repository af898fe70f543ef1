import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { buttonLook } from '#ui/base/button.tsx'
import { SpinnerScreen } from '#ui/spinner-screen.tsx'
import { authClient } from '../auth-client.ts'
import { safeReturnPath } from '../safe-return-path.ts'
import { type AuthFailure, authErrorText } from './auth-errors.ts'
import { AuthFrame } from './auth-frame.tsx'
import { AuthHead } from './auth-head.tsx'

/** What a provider's redirect says went wrong: query and fragment carry the same words (wire form of the service). */
function refusalOf(query: URLSearchParams, fragment: URLSearchParams): AuthFailure | undefined {
  const read = (name: string) => query.get(name) ?? fragment.get(name) ?? undefined
  const error = read('error')
  if (!error) return undefined
  return { code: read('error_code') ?? error, message: read('error_description') }
}

/** Where a provider leads back to: trades the code for a session and goes on, or says why not. */
export default function CallbackScreen() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const [refused, setRefused] = useState<AuthFailure>()
  const begun = useRef(false)
  const next = safeReturnPath(query.get('next'))
  const again = `/auth?next=${encodeURIComponent(next)}`

  const code = query.get('code')
  const told = refusalOf(query, new URLSearchParams(location.hash.slice(1)))
  const failure = told ?? (code ? refused : { code: 'bad_oauth_callback' })
  const hopeful = code !== null && !told

  useEffect(() => {
    // The code works once; effects may run twice.
    if (begun.current || !hopeful) return
    begun.current = true
    async function trade() {
      const { error } = await (await authClient()).exchangeCodeForSession(code!)
      if (error) throw error
      // /auth knows what comes next: a second step, a new password, or the way back.
      await navigate(again, { replace: true })
    }
    trade().catch((error: AuthFailure) => setRefused(error))
  }, [hopeful, code, navigate, again])

  if (!failure) return <SpinnerScreen words="Signing in..." />
  return (
    <AuthFrame>
      <AuthHead title="Sign in did not work">
        <span role="alert">{authErrorText(failure)}</span>
      </AuthHead>
      <div className="mt-6">
        <Link {...buttonLook({ variant: 'primary', size: 'large', wide: true })} to={again}>
          Back to sign in
        </Link>
      </div>
    </AuthFrame>
  )
}
