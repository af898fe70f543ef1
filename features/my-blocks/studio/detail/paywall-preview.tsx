import { Link } from 'react-router'
import { PaywallFace } from '#features/my-blocks/kinds/paywall-face.tsx'
import { BlockFace } from '#features/my-blocks/kinds/block-face.tsx'
import { viewOf } from '#features/my-blocks/kinds/view.ts'
import type { PlanRow } from '#studio/plan-row.ts'
import { ThemeGround } from '#studio/theme-ground.tsx'
import { buttonLook } from '#ui/base/button.tsx'
import { Skeleton } from '#ui/base/skeleton.tsx'
import type { BlockRow } from '../block-row.ts'
import { useVisitorTheme } from '../block-preview.tsx'

/** What stands in the block's place while the plan does not include it. Only its button acts. */
export function PaywallPreview({ block, plan }: { block: BlockRow; plan: PlanRow | undefined }) {
  const theme = useVisitorTheme()
  return (
    <section aria-labelledby="paywall-title" className="min-w-0">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 id="paywall-title" className="text-small font-label">
          Paywall preview
        </h3>
        {plan ? <p className="text-small text-text-3">Without {plan.name}</p> : null}
      </div>
      <div className="relative grid min-h-[372px] place-items-center overflow-hidden rounded-card border border-line bg-subtle px-8 py-12 max-sm:px-4">
        <div aria-hidden="true" className="absolute inset-0 p-7 opacity-60 blur-[5px]">
          <ThemeGround theme={theme}>
            <BlockFace view={viewOf(block.data)} />
          </ThemeGround>
        </div>
        <div className="relative w-full max-w-[360px] rounded-card shadow-2">
          {plan ? (
            <PaywallFace
              title={block.title}
              plan={plan}
              action={
                <Link {...buttonLook({ variant: 'primary' })} to="/bolt/pricing?manage=1">
                  Upgrade Plan
                </Link>
              }
            />
          ) : (
            <Skeleton height={200} radius="var(--bb-r-card)" />
          )}
        </div>
      </div>
    </section>
  )
}
