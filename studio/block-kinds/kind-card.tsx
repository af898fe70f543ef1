import '#ui/lists/cover.css'
import { Link } from 'react-router'
import { Status } from '#ui/base/badge.tsx'
import { PlanBadge } from '../plan/plan-badge.tsx'
import type { TenantRow } from '../tenant/tenants.ts'
import { KindPicture } from './kind-picture.tsx'
import type { UsedKind } from './use-block-kinds.ts'

/** A kind that the tenant uses: how it looks, its state and what there is of it. The whole card opens its pages. */
export function KindCard({ kind, tenant }: { kind: UsedKind; tenant: TenantRow | undefined }) {
  const { name, manifest, nav, usage, path } = kind
  return (
    <li className="bb-card relative flex min-w-0 flex-col hover:border-control">
      {tenant ? <KindPicture name={name} tenant={tenant} /> : null}
      <div className="px-4 py-3.5">
        <div className="flex items-center gap-2">
          {path ? (
            <Link to={path} className="min-w-0 flex-1 truncate text-subheading bb-cover">
              {nav.label}
            </Link>
          ) : (
            <span className="min-w-0 flex-1 truncate text-subheading">{nav.label}</span>
          )}
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
