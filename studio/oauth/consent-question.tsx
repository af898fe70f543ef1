import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { hostOf, scopeText } from './scope-texts.ts'
import type { AuthorizationRequest } from './use-authorization.ts'

export interface ConsentQuestionProps {
  request: AuthorizationRequest
  email: string
  busy: 'approve' | 'deny' | 'sign-out' | undefined
  failure: string | undefined
  onDecide: (action: 'approve' | 'deny') => void
  onSignOut: () => void
}

/**
 * Shows the app, the requested scopes and the signed-in user. No app logo: images may come only from our own
 * origin.
 */
export function ConsentQuestion({
  request,
  email,
  busy,
  failure,
  onDecide,
  onSignOut,
}: ConsentQuestionProps) {
  const app = request.client.name
  const back = hostOf(request.redirect_uri)
  const site = hostOf(request.client.uri) || back
  return (
    <>
      <div className="flex items-center gap-3">
        <Avatar name={app} />
        <div className="min-w-0">
          <h1 className="text-title wrap-anywhere">Sign in to {app}</h1>
          {site ? <p className="text-small wrap-anywhere text-text-2">{site}</p> : null}
        </div>
      </div>
      <p className="mt-4 text-lead text-text-2">{app} wants to use your Bolt Blocks account.</p>
      <section className="mt-6" aria-labelledby="consent-knows">
        <h2 id="consent-knows" className="text-subheading">
          {app} will know
        </h2>
        <ul className="mt-2 divide-y divide-line border-y border-line">
          {request.scope.split(' ').map((scope) => (
            <li key={scope} className="py-2.5 text-text-2">
              {scopeText(scope)}
            </li>
          ))}
        </ul>
      </section>
      <p className="mt-4 text-small text-text-2">
        {app} can act on your behalf: it can see and change your data, but not your password or account.
      </p>
      <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="wrap-anywhere">Signed in as {email}</p>
        <button
          type="button"
          className="link min-h-6 cursor-pointer text-small"
          aria-disabled={busy ? true : undefined}
          onClick={onSignOut}
        >
          {busy === 'sign-out' ? 'Signing out...' : 'Not you? Sign out'}
        </button>
      </div>
      <div className="mt-6 flex flex-col gap-2">
        {failure ? (
          <Notice tone="danger" role="alert">
            {failure}
          </Notice>
        ) : null}
        <Button
          variant="primary"
          size="large"
          wide
          busy={busy === 'approve'}
          busyLabel="Allowing..."
          onClick={() => onDecide('approve')}
        >
          Allow
        </Button>
        <Button
          size="large"
          wide
          busy={busy === 'deny'}
          busyLabel="Canceling..."
          onClick={() => onDecide('deny')}
        >
          Cancel
        </Button>
      </div>
      {back ? <p className="mt-3 text-small text-text-2">You'll be returned to {back}.</p> : null}
    </>
  )
}
