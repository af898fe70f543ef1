import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { buttonStyle } from '#ui/base/button.tsx'
import { SpinnerScreen } from '#ui/spinner-screen.tsx'
import { authClient } from '../session/auth-client.ts'
import { safeReturnPath } from '../routing/safe-return-path.ts'
import { type AuthFailure, authErrorText } from './auth-errors.ts'
import { AuthFrame } from './auth-frame.tsx'
import { AuthHead } from './auth-head.tsx'

/**
 * Reads the error of a provider's redirect. The service sends the same fields in the query and the fragment.
 */
function refusalOf(query: URLSearchParams, fragment: URLSearchParams): AuthFailure | undefined {
  const read = (name: string) => query.get(name) ?? fragment.get(name) ?? undefined
  const error = read('error')
  if (!error) return undefined
  return { code: read('error_code') ?? error, message: read('error_description') }
}

/**
 * The return page of provider sign-in. Exchanges the code for a session and continues, or shows the error.
 */
export default function CallbackScreen() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const [exchangeError, setExchangeError] = useState<AuthFailure>()
  const hasStarted = useRef(false)
  const next = safeReturnPath(query.get('next'))
  const signInPath = `/auth?next=${encodeURIComponent(next)}`

  const code = query.get('code')
  const redirectError = refusalOf(query, new URLSearchParams(location.hash.slice(1)))
  const failure = redirectError ?? (code ? exchangeError : { code: 'bad_oauth_callback' })
  const canExchange = code !== null && !redirectError

  useEffect(() => {
    // The code works once; effects may run twice.
    if (hasStarted.current || !canExchange) return
    hasStarted.current = true
    async function exchange() {
      const { error } = await (await authClient()).exchangeCodeForSession(code!)
      if (error) throw error
      // /auth decides what comes next: a second step, a new password or the return path.
      await navigate(signInPath, { replace: true })
    }
    exchange().catch((error: AuthFailure) => setExchangeError(error))
  }, [canExchange, code, navigate, signInPath])

  if (!failure) return <SpinnerScreen label="Signing in..." />
  return (
    <AuthFrame>
      <AuthHead title="Sign-in failed">
        <span role="alert">{authErrorText(failure)}</span>
      </AuthHead>
      <div className="mt-6">
        <Link {...buttonStyle({ variant: 'primary', size: 'large', wide: true })} to={signInPath}>
          Back to sign in
        </Link>
      </div>
    </AuthFrame>
  )
}
