import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { SpinnerScreen } from '#ui/spinner-screen.tsx'
import { authErrorText } from '../auth/auth-errors.ts'
import { AuthFrame } from '../auth/auth-frame.tsx'
import { AuthHead } from '../auth/auth-head.tsx'
import { authCall } from '../session/auth-call.ts'
import { authClient } from '../session/auth-client.ts'
import { useAuth } from '../session/session.tsx'
import { ConsentQuestion } from './consent-question.tsx'
import { isOver, pathOf, useAuthorization } from './use-authorization.ts'

type Act = 'approve' | 'deny' | 'sign-out'

/** `/oauth/consent`: a creator allows or denies an application's OAuth request after reviewing its scopes. */
export default function ConsentScreen() {
  const [query] = useSearchParams()
  const { user } = useAuth()
  const id = query.get('authorization_id') ?? ''
  const request = useAuthorization(id, user?.id)
  const [busy, setBusy] = useState<Act>()
  const [failure, setFailure] = useState<string>()
  const [end, setEnd] = useState<'leaving' | 'expired'>()
  const redirectUrl = request.data && 'redirect_url' in request.data ? request.data.redirect_url : undefined

  useEffect(() => {
    if (redirectUrl) location.replace(redirectUrl)
  }, [redirectUrl])
  useEffect(() => {
    // A page restored from the back/forward cache may show a request that was already decided.
    const reloadIfCached = ({ persisted }: PageTransitionEvent) => persisted && location.reload()
    addEventListener('pageshow', reloadIfCached)
    return () => removeEventListener('pageshow', reloadIfCached)
  }, [])

  async function run(act: Act, method: string, path: string, body?: object) {
    if (busy) return
    setBusy(act)
    setFailure(undefined)
    const { data, error } = await authCall<{ redirect_url?: string }>(method, path, body)
    if (!error && act === 'sign-out') await (await authClient()).signOut({ scope: 'local' })
    setBusy(undefined)
    if (isOver(error)) return setEnd('expired')
    if (error) return setFailure(authErrorText(error))
    if (!data?.redirect_url) return
    setEnd('leaving')
    // Redirect only to the URL from the server.
    location.replace(data.redirect_url)
  }
  const decide = (action: 'approve' | 'deny') => void run(action, 'POST', `${pathOf(id)}/consent`, { action })

  if (request.isPending) return <SpinnerScreen label="Loading..." />
  if (request.isError)
    return (
      <AuthFrame>
        <AuthHead title="The request could not be loaded" />
        <div className="mt-6 flex flex-col gap-4">
          <Notice tone="danger" role="alert">
            {authErrorText(request.error)}
          </Notice>
          <Button
            variant="primary"
            size="large"
            wide
            busy={request.isFetching}
            onClick={() => void request.refetch()}
          >
            Try again
          </Button>
        </div>
      </AuthFrame>
    )
  if (end === 'leaving' || redirectUrl)
    return (
      <AuthFrame>
        <AuthHead title="Returning to the app">
          The app opens in a moment. You can close this page after that.
        </AuthHead>
      </AuthFrame>
    )
  if (end === 'expired' || !request.data || 'redirect_url' in request.data)
    return (
      <AuthFrame>
        <AuthHead title="This request has expired">
          Go back to the app you came from and start again there.
        </AuthHead>
      </AuthFrame>
    )
  return (
    <AuthFrame>
      <ConsentQuestion
        request={request.data}
        email={user?.email ?? ''}
        busy={busy}
        failure={failure}
        onDecide={decide}
        // Release the request, or the next user could not answer it. The guard then redirects to /auth and
        // back.
        onSignOut={() => void run('sign-out', 'DELETE', pathOf(id))}
      />
    </AuthFrame>
  )
}
