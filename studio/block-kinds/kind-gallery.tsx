import '#ui/base/card.css'
import { PlanBadge } from '../plan/plan-badge.tsx'
import { KindPicture } from './kind-picture.tsx'
import { KINDS } from './use-block-kinds.ts'

/** Every kind of block with a picture and what it does, for visitors who have no tenant. */
export function KindGallery() {
  return (
    <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-4">
      {KINDS.map(({ name, manifest, nav, kind }) => (
        <li key={name} className="bb-card flex min-w-0 flex-col">
          <KindPicture name={name} />
          <div className="px-4 py-3.5">
            <div className="flex items-center gap-2">
              <h3 className="min-w-0 flex-1 text-subheading">{nav.label}</h3>
              <PlanBadge plan={manifest.plan} />
            </div>
            <p className="mt-0.5 text-text-2">{kind?.pitch ?? nav.text}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
