import { useQuery } from '@tanstack/react-query'
import { Eye, EyeOff, Lock } from 'lucide-react'
import { useState } from 'react'
import { CallError } from '#kernel/browser/call.ts'
import { call } from '#studio/data/api.ts'
import { useAuth } from '#studio/session/session.tsx'
import { Card } from '#ui/base/card.tsx'
import { CopyButton } from '#ui/code/copy-button.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { ModeBadge } from '#ui/mode-badge.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { CardSkeleton } from '#ui/lists/skeletons.tsx'
import { type StripeAdmin, stripeAdmin } from '#features/plans/endpoints.ts'
import { AdminPlans } from './admin-plans.tsx'
import { maskKey } from './mask-key.ts'

/** `/bolt/admin/stripe`: the operator's payment configuration, for staff. */
export default function StripeAdminScreen() {
  const { user } = useAuth()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['stripe-admin', user?.id],
    queryFn: () => call(stripeAdmin, {}),
    retry: (times, failure) => times < 1 && !isRefused(failure),
  })
  return (
    <>
      <PageHead
        title="Payments admin"
        badge={data ? <ModeBadge mode={data.mode} /> : undefined}
        text="For the operator of this server: the Stripe account and the prices with which creators pay for their plans."
      />
      {data ? (
        <Admin admin={data} />
      ) : isRefused(error) ? (
        <EmptyState
          level={2}
          icon={<Lock size={22} strokeWidth={1.75} aria-hidden />}
          title="Staff only"
          text="Sign in with a confirmed email address of a staff domain."
        />
      ) : error ? (
        <FailedRow
          message="The payment setup could not be loaded."
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <CardSkeleton lines={4} />
      )}
    </>
  )
}

const isRefused = (error: unknown) => error instanceof CallError && error.status === 403

function Admin({ admin }: { admin: StripeAdmin }) {
  return (
    <div className="space-y-6">
      {admin.mode === 'live' ? (
        <Notice tone="danger">Live mode detected! Test charges will be real.</Notice>
      ) : null}
      {admin.configured ? null : (
        <Notice tone="warn">
          {`Add STRIPE_SECRET_KEY_${admin.mode.toUpperCase()} to enable checkouts.`}
        </Notice>
      )}
      <section aria-labelledby="admin-account">
        <h2 id="admin-account" className="mb-3 text-subheading">
          Stripe account of this server
        </h2>
        <Card className="px-6 py-2 max-md:px-5">
          <dl className="divide-y divide-line">
            <Line label="Publishable key">
              {admin.publishable_key ? <PublishableKey value={admin.publishable_key} /> : 'Not set'}
            </Line>
            <Line label="Webhook function">
              <code className="min-w-0 font-mono text-mono wrap-anywhere">{admin.webhook_path}</code>
              <CopyButton text={location.origin + admin.webhook_path} label="Copy webhook address" />
            </Line>
          </dl>
        </Card>
      </section>
      <AdminPlans plans={admin.plans} />
    </div>
  )
}

function Line({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="flex min-h-13 flex-wrap items-center gap-x-6 gap-y-1 py-1.5">
      <dt className="w-40 text-text-3 max-sm:w-full">{label}</dt>
      <dd className="flex min-w-0 flex-1 items-center gap-1">{children}</dd>
    </div>
  )
}

function PublishableKey({ value }: { value: string }) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <>
      <code className="min-w-0 font-mono text-mono wrap-anywhere">{shown ? value : maskKey(value)}</code>
      <IconButton
        label={shown ? 'Hide key' : 'Reveal key'}
        icon={<Icon size={16} strokeWidth={1.75} aria-hidden />}
        onClick={() => setShown(!shown)}
      />
    </>
  )
}
