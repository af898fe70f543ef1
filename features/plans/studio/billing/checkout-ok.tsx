import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { readAddress } from '#kernel/browser/own-address.ts'
import { call } from '#studio/data/api.ts'
import { buttonStyle } from '#ui/base/button.tsx'
import { Button } from '#ui/button.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { CardSkeleton } from '#ui/lists/skeletons.tsx'
import { Skeleton } from '#ui/base/skeleton.tsx'
import { checkoutStatus } from '#features/plans/endpoints.ts'
import { CheckoutNote, CheckoutUnknown, TrialRefused } from './checkout-notes.tsx'
import { portalLinkFailure, portalUrl } from './open-portal.ts'

/** A portal link expires after a few minutes, so a page left open requests a new one. */
const LINK_MS = 4 * 60_000

/** The result of a checkout, as the provider reports it; the address is never trusted. */
export function CheckoutOk({ session }: { session: string | undefined }) {
  const queries = useQueryClient()
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['checkout-status', session],
    enabled: session !== undefined,
    queryFn: () => call(checkoutStatus, { session: session! }),
  })
  const complete = data?.status === 'complete'
  const refused = data?.status === 'trial_refused'
  useEffect(() => {
    if (!complete && !refused) return
    for (const key of ['access', 'billing', 'subscription'])
      void queries.invalidateQueries({ queryKey: [key] })
  }, [complete, refused, queries])

  if (session === undefined) return <CheckoutUnknown />
  if (isError)
    return (
      <FailedRow
        message="The payment could not be loaded."
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  if (!data) return <CardSkeleton lines={2} />
  if (refused) return <TrialRefused />
  return complete ? <Paid /> : <CheckoutUnknown />
}

function Paid() {
  const portal = useQuery({
    queryKey: ['portal-link'],
    queryFn: () => portalUrl('/bolt/studio/billing'),
    refetchInterval: LINK_MS,
    gcTime: 0,
    retry: false,
  })
  const link = portal.data ? readAddress(portal.data, location.origin)?.href : undefined
  const failed = portal.isError && !portal.data
  return (
    <CheckoutNote
      kind="ok"
      title="Payment successful"
      actions={
        failed ? (
          <>
            <Button busy={portal.isFetching} variant="primary" onClick={() => void portal.refetch()}>
              Try again
            </Button>
            <Link {...buttonStyle({})} to="/studio">
              Go to Studio
            </Link>
          </>
        ) : (
          <>
            <Link {...buttonStyle({ variant: 'primary' })} to="/studio">
              Go to Studio
            </Link>
            {link ? (
              <a {...buttonStyle({})} href={link}>
                Manage Billing
              </a>
            ) : (
              <span className="bb-btn" data-variant="secondary" aria-busy="true">
                <span className="sr-only">Preparing Manage Billing</span>
                <Skeleton width={104} />
              </span>
            )}
          </>
        )
      }
    >
      {failed ? (
        <p role="alert" className="text-danger-text">
          {portalLinkFailure(portal.error)}
        </p>
      ) : (
        <p>Your plan is active. Find your card, plan and invoices in Manage Billing.</p>
      )}
    </CheckoutNote>
  )
}
