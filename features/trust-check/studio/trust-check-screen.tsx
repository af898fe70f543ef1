import { Info, Lock } from 'lucide-react'
import { Link } from 'react-router'
import { useAuth } from '#studio/session/session.tsx'
import { Badge } from '#ui/base/badge.tsx'
import { buttonStyle } from '#ui/base/button.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { CardSkeleton } from '#ui/lists/skeletons.tsx'
import { BeforeFirstCheck } from './before-first-check.tsx'
import { CheckForm } from './check-form.tsx'
import { CheckResult } from './check-result.tsx'
import { StoredChecks } from './stored-checks.tsx'
import { useTrustCheck } from './use-trust-check.ts'

/** `/trust-check`: an address, the findings about its response, and earlier checks. */
export default function TrustCheckScreen() {
  const { url, check, checking, foreign, failure, again, start } = useTrustCheck()
  const { user } = useAuth()
  return (
    <>
      <PageHead
        title="Trust check"
        badge={<Badge tone="outline">Beta</Badge>}
        text="Reads a site's response headers and says what to add before it takes payments."
      />
      <CheckForm key={url} url={url} busy={checking} onRun={start} />
      <div aria-live="polite" className="mt-8">
        {check && !checking ? <CheckResult check={check} /> : null}
        {checking ? <Checking /> : null}
        {failure ? <FailedRow message={failure} onRetry={again} /> : null}
        {foreign ? <SignInFirst /> : null}
        {!check && !checking && !failure && !foreign ? <BeforeFirstCheck /> : null}
      </div>
      <p className="mt-4 flex items-center gap-2 text-text-3">
        <Info size={16} strokeWidth={1.75} aria-hidden className="shrink-0" />
        Verification helper, not a certification.
      </p>
      {user ? <StoredChecks /> : null}
    </>
  )
}

function Checking() {
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,386px)]">
      <p className="sr-only">Checking...</p>
      <CardSkeleton lines={6} />
      <CardSkeleton lines={6} />
    </div>
  )
}

function SignInFirst() {
  return (
    <EmptyState
      icon={<Lock size={22} strokeWidth={1.75} aria-hidden />}
      title="This check is private"
      text="Sign in to see it, or run your own check."
      actions={
        <Link {...buttonStyle({ variant: 'primary' })} to="/auth?next=/trust-check">
          Sign In
        </Link>
      }
    />
  )
}
