import { useId, useState } from 'react'
import { NO_ONE } from '#kernel/browser/audience.ts'
import { isComplete } from '#studio/audience/audience-problems.ts'
import { ViewAs } from '#studio/audience/view-as.tsx'
import { useCurrentTenant } from '#studio/tenant/tenants.ts'
import { useAccess } from '#studio/plan/use-access.ts'
import { planPriceText } from '#studio/plan/plan-price.ts'
import { usePlans } from '#studio/plan/plan-row.ts'
import { type BlockAccess, REQUIRED_PLANS, type RequiredPlan } from '#features/my-blocks/kinds/access.ts'
import { Badge } from '#ui/base/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { RadioCards } from '#ui/forms/radio-cards.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import type { BlockRow } from '../block-row.ts'
import { useSaveAccess } from '../use-block.ts'
import { BlockAudience } from './block-audience.tsx'
import { PaywallPreview } from './paywall-preview.tsx'
import { REQUIRED_PLAN_LABELS, planIsEnough } from './required-plan-labels.ts'
import { SaveNote } from './save-note.tsx'
import type { Draft } from './use-drafts.ts'

export interface AccessTabProps {
  block: BlockRow
  draft: Draft<BlockAccess>
  onSaved: (row: BlockRow) => void
}

/** Access settings of the block. The server enforces them. */
export function AccessTab({ block, draft, onSaved }: AccessTabProps) {
  const label = useId()
  const save = useSaveAccess(block)
  const [tried, setTried] = useState(false)
  const { data: plans = [] } = usePlans()
  const { data: access } = useAccess()
  const tenant = useCurrentTenant()
  const { requiresAuth, requiredPlan } = draft.value
  const short = access && !planIsEnough(access, requiredPlan)
  const ownPlan = access?.active && !access.dayPass ? access.plan : undefined

  function priceOf(id: RequiredPlan): string {
    const plan = plans.find((each) => each.id === id)
    return plan ? (plan.price_cents === 0 ? '€0' : planPriceText(plan)) : ''
  }

  return (
    <div className="grid items-start gap-x-14 gap-y-8 pt-2 lg:grid-cols-[minmax(0,1fr)_424px]">
      <form
        noValidate
        className="min-w-0"
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (!save.isPending && isComplete(draft.value.audience ?? NO_ONE))
            save.mutate(draft.value, { onSuccess: onSaved })
        }}
      >
        <h2 className="mb-5 text-heading">Who on your sites sees it</h2>
        <div className="flex items-start justify-between gap-6 border-b border-line pb-7">
          <div>
            <h3 id={label} className="font-semibold">
              Requires Authentication
            </h3>
            <p className="mt-0.5 text-text-2">
              Visitors sign in with this tenant's auth block before they see it.
            </p>
          </div>
          <Switch
            aria-labelledby={label}
            checked={requiresAuth}
            onCheckedChange={(on) => draft.set({ ...draft.value, requiresAuth: on })}
          />
        </div>
        <BlockAudience
          value={draft.value.audience}
          requiresAuth={requiresAuth}
          showProblems={tried}
          onChange={(audience) => {
            const { audience: _, ...rest } = draft.value
            draft.set(audience ? { ...rest, audience } : rest)
          }}
        />
        <h2 className="mt-9 text-heading">Your own plan with Bolt Blocks</h2>
        <h3 className="mt-4 font-semibold">Required plan</h3>
        <p className="mt-0.5 mb-3 text-text-2">
          You need at least this plan to show the block. On a lower one, visitors see a locked notice.
          Visitors have no plan and pay nothing for it.
        </p>
        <RadioCards
          label="Required plan"
          indicator="radio"
          value={requiredPlan}
          options={REQUIRED_PLANS.map((id) => ({
            value: id,
            title: REQUIRED_PLAN_LABELS[id].name,
            description: REQUIRED_PLAN_LABELS[id].text,
            end: (
              <span className="flex items-center gap-3">
                {id === ownPlan ? <Badge>Your plan</Badge> : null}
                {priceOf(id)}
              </span>
            ),
          }))}
          onChange={(plan) => draft.set({ ...draft.value, requiredPlan: plan })}
        />
        {short ? (
          <div className="mt-4">
            <Notice tone="warn">
              Your plan does not include {REQUIRED_PLAN_LABELS[requiredPlan].name}: visitors do not see this
              block until you upgrade.
            </Notice>
          </div>
        ) : null}
        <div className="mt-6 flex items-center gap-3">
          <Button type="submit" variant="primary" busy={save.isPending} busyLabel="Saving...">
            Save Access Settings
          </Button>
          <SaveNote unsaved={draft.unsaved} saved={save.isSuccess} />
        </div>
      </form>
      <div className="flex min-w-0 flex-col gap-10">
        {requiredPlan === 'free' ? null : (
          <PaywallPreview block={block} plan={plans.find(({ id }) => id === requiredPlan)} />
        )}
        {tenant ? (
          <ViewAs
            // Saved settings apply; unsaved ones do not.
            key={`${tenant.id} ${block.updated_at}`}
            tenant={tenant}
            page="my-block"
            block={block.id}
          />
        ) : null}
      </div>
    </div>
  )
}
