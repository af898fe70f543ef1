import { Info, Lock } from 'lucide-react'
import { Link } from 'react-router'
import { useAuth } from '#studio/session/session.tsx'
import { Badge } from '#ui/base/badge.tsx'
import { Card } from '#ui/base/card.tsx'
import { buttonStyle } from '#ui/base/button.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { CardSkeleton } from '#ui/lists/skeletons.tsx'
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
        {!check && !checking && !failure && !foreign ? <Nothing /> : null}
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

const TOPICS = [
  ['Encryption', 'HTTPS on the page and on every step to it, and whether browsers remember it.'],
  ['Content policy', 'What it allows the card provider and our blocks, and the exact directives to add.'],
  ['Your snippet', 'Whether it is on the page, once, with a valid key of the right mode.'],
] as const

/** Shown before the first check: what it covers. */
function Nothing() {
  return (
    <Card className="grid gap-x-8 gap-y-5 p-6 md:grid-cols-3">
      {TOPICS.map(([title, text]) => (
        <div key={title}>
          <h2 className="text-subheading">{title}</h2>
          <p className="mt-1 text-text-2">{text}</p>
        </div>
      ))}
    </Card>
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
