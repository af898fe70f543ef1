import '#ui/lists/cover.css'
import { Link } from 'react-router'
import { Badge, type BadgeTone, Status } from '#ui/base/badge.tsx'
import type { BlockManifest } from '#kernel/browser/block-manifest.ts'
import type { TenantRow } from '../tenant/tenants.ts'
import { KindPicture } from './kind-picture.tsx'
import type { UsedKind } from './use-block-kinds.ts'

const TIERS: Record<BlockManifest['plan'], [name: string, tone: BadgeTone]> = {
  free: ['Free', 'outline'],
  pro: ['Pro', 'accent'],
  business: ['Business', 'inverted'],
}

/** The plan that a block needs in live mode. */
export function PlanBadge({ plan }: { plan: BlockManifest['plan'] }) {
  const [name, tone] = TIERS[plan]
  return <Badge tone={tone}>{name}</Badge>
}

/** A kind that the tenant uses: how it looks, its state and what there is of it. The whole card opens its pages. */
export function KindCard({ kind, tenant }: { kind: UsedKind; tenant: TenantRow | undefined }) {
  const { name, manifest, nav, usage } = kind
  return (
    <li className="bb-card relative flex min-w-0 flex-col hover:border-control">
      {tenant ? <KindPicture name={name} tenant={tenant} /> : null}
      <div className="px-4 py-3.5">
        <div className="flex items-center gap-2">
          <Link to={nav.path} className="min-w-0 flex-1 truncate text-subheading bb-cover">
            {nav.label}
          </Link>
          <PlanBadge plan={manifest.plan} />
        </div>
        <p className="mt-0.5 flex min-h-5 flex-wrap items-center gap-x-4 text-small text-text-2">
          {usage ? (
            <>
              <Status tone={usage.state.tone}>{usage.state.label}</Status>
              <span className="tabular-nums">{usage.count}</span>
            </>
          ) : (
            nav.text
          )}
        </p>
      </div>
    </li>
  )
}
