import { Link } from 'react-router'
import { PaywallFace } from '#features/my-blocks/kinds/paywall-face.tsx'
import type { PlanRow } from '#studio/plan/plan-row.ts'
import { ThemedContainer } from '#studio/tenant/themed-container.tsx'
import { buttonStyle } from '#ui/base/button.tsx'
import { Skeleton } from '#ui/base/skeleton.tsx'
import type { BlockRow } from '../block-row.ts'
import { useVisitorTheme } from '../block-preview.tsx'

/** Shows what replaces the block while the plan does not include it. Its button links to the plans. */
export function PaywallPreview({ block, plan }: { block: BlockRow; plan: PlanRow | undefined }) {
  const look = useVisitorTheme()
  return (
    <section aria-labelledby="paywall-title" className="min-w-0">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="paywall-title" className="text-small font-label">
          Paywall preview
        </h2>
        {plan ? <p className="text-small text-text-3">Without {plan.name}</p> : null}
      </div>
      <ThemedContainer
        live
        {...look}
        className="relative grid min-h-[372px] place-items-center overflow-hidden rounded-card border border-line bg-subtle px-8 py-12 max-sm:px-4"
      >
        <HiddenLines />
        <div className="relative w-full max-w-[360px] rounded-card shadow-2">
          {plan ? (
            <PaywallFace
              title={block.title}
              plan={plan}
              action={
                <Link {...buttonStyle({ variant: 'primary' })} to="/bolt/pricing?manage=1">
                  Upgrade Plan
                </Link>
              }
            />
          ) : (
            <Skeleton height={200} radius="var(--bb-r-card)" />
          )}
        </div>
      </ThemedContainer>
    </section>
  )
}

/** A placeholder without the block's content: locked content never leaves the server. */
function HiddenLines() {
  return (
    <div aria-hidden="true" className="absolute inset-0 flex flex-col gap-3 p-7 blur-[5px]">
      {[62, 100, 92, 84].map((width, at) => (
        <span
          key={width}
          style={{ width: `${width}%` }}
          className={`shrink-0 rounded-badge bg-control/50 ${at === 0 ? 'mb-2 h-5' : 'h-3'}`}
        />
      ))}
      <span className="mt-2 flex flex-1 gap-3">
        {[1, 2, 3].map((column) => (
          <span key={column} className="flex-1 rounded-control bg-control/40" />
        ))}
      </span>
    </div>
  )
}
