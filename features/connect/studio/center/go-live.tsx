import { Circle, CircleCheck } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { useTenantAccess } from '#studio/plan/use-tenant-access.ts'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { useScreenExists } from '#studio/routing/known-screens.ts'
import { Badge } from '#ui/base/badge.tsx'
import { buttonStyle } from '#ui/base/button.tsx'
import '#ui/base/card.css'
import { Button } from '#ui/button.tsx'
import type { AccountRow } from '../use-accounts.ts'
import { useConnecting } from '../use-connect.ts'
import type { useCenterDialog } from './center-address.ts'
import { useSetup, useSmoke, useSmokeCheckout, useSmokeRefund } from './use-center-acts.ts'

export interface GoLiveProps {
  tenant: TenantRow
  live: AccountRow | undefined
  /** Undefined for staff, who see the state. */
  open: ReturnType<typeof useCenterDialog>['open'] | undefined
}

const PLAN_NAMES: Record<string, string> = { pro: 'Pro', business: 'Business' }

/** The four steps to real payments; each shows whether it is done. */
export function GoLive({ tenant, live, open }: GoLiveProps) {
  const access = useTenantAccess(tenant)
  const { data: smoke } = useSmoke(tenant.id)
  const plan = access?.dayPass ? 'Day Pass' : access?.active ? PLAN_NAMES[access.plan] : undefined
  const ready = Boolean(tenant.stripe_account_id_live && live?.charges_enabled)
  const tried = smoke?.status === 'paid' || smoke?.status === 'refunded'
  const isLive = tenant.stripe_mode === 'live'
  const done = [Boolean(plan), ready, tried, isLive].filter(Boolean).length
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="bb-card p-5 max-md:p-4">
      <div className="flex items-start justify-between gap-4">
        <div>
          <h2 id={titleId} className="text-subheading">
            Go live
          </h2>
          <p className="text-text-2">Four steps, about ten minutes.</p>
        </div>
        <Badge tone="outline">{done} of 4 done</Badge>
      </div>
      <ol className="mt-3 divide-y divide-line">
        <Step
          done={Boolean(plan)}
          title="Subscription"
          text={plan ? `${plan} is active.` : 'Live payments need the Pro plan. Test mode is free.'}
        >
          {access && !plan && open ? <PricingLink /> : null}
        </Step>
        <Step done={ready} title="Connect Stripe (live)" text={liveText(live, ready)}>
          {ready || !open ? null : <ConnectLive tenant={tenant} open={open} />}
        </Step>
        <Step done={tried} title="Smoke test" text={smokeText(smoke?.status)}>
          <SmokeActs tenantId={tenant.id} ready={ready} />
        </Step>
        <Step done={isLive} title="Switch to Live" text="Your embeds keep the same key and snippet." />
      </ol>
    </section>
  )
}

function liveText(live: AccountRow | undefined, ready: boolean): string {
  if (ready) return `${live?.display_name ?? 'Your account'} takes real payments.`
  if (live?.account_id && live.details_submitted) return 'Stripe is reviewing your details.'
  return 'Real business details and a bank account.'
}

function smokeText(status: string | undefined): string {
  if (status === 'paid') return 'Your €1 has arrived. You can refund it now.'
  if (status === 'refunded') return 'Paid and refunded.'
  return 'Pay €1 to yourself with a real card, then refund it.'
}

function Step(props: { done: boolean; title: string; text: string; children?: ReactNode }) {
  const Icon = props.done ? CircleCheck : Circle
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-3.5">
      <span className="flex min-w-0 flex-1 basis-64 items-start gap-3">
        <Icon
          size={20}
          strokeWidth={1.75}
          aria-hidden
          className={`shrink-0 ${props.done ? 'text-ok' : 'text-text-3'}`}
        />
        <span className="min-w-0">
          <strong className="block font-medium">
            {props.title}
            <span className="sr-only">{props.done ? ', done' : ', to do'}</span>
          </strong>
          <span className="text-small text-text-2">{props.text}</span>
        </span>
      </span>
      {props.children ? <span className="flex flex-wrap gap-2 max-md:pl-8">{props.children}</span> : null}
    </li>
  )
}

function PricingLink() {
  if (!useScreenExists('/bolt/pricing')) return null
  return (
    <Link {...buttonStyle({})} to="/bolt/pricing">
      See plans
    </Link>
  )
}

function ConnectLive({ tenant, open }: { tenant: TenantRow; open: NonNullable<GoLiveProps['open']> }) {
  const connecting = useConnecting(tenant.id)
  const { data: setup } = useSetup()
  const missing = setup?.live.missing ?? []
  const without = missing.filter((name) => name !== 'STRIPE_CONNECT_CLIENT_ID_LIVE')
  return (
    <>
      {missing.length === 0 ? (
        <Button onClick={() => open('oauth', 'live')}>Standard OAuth (live)</Button>
      ) : null}
      <Button
        variant="primary"
        busy={connecting}
        busyLabel="Connecting..."
        disabledReason={without.length > 0 && `Add ${without.join(', ')} to enable this action`}
        onClick={() => open('connect', 'live')}
      >
        Connect Stripe (live)
      </Button>
    </>
  )
}

function SmokeActs({ tenantId, ready }: { tenantId: string; ready: boolean }) {
  const checkout = useSmokeCheckout(tenantId)
  const refund = useSmokeRefund(tenantId)
  const why = !ready && 'Connect Stripe (live) first'
  return (
    <>
      <Button busy={refund.isPending} disabledReason={why} onClick={() => refund.mutate()}>
        Refund latest smoke payment
      </Button>
      <Button busy={checkout.isPending} disabledReason={why} onClick={() => checkout.mutate()}>
        Smoke-test checkout
      </Button>
    </>
  )
}
