import { CircleCheck, X } from 'lucide-react'
import { Suspense, useId, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { lazy } from '#ui/lazy.tsx'
import type { Moment } from '../endpoints.ts'
import { momentWords } from './moment-words.ts'
import { useDismissMoments } from './use-dismiss-moments.ts'

/** The picture's code is loaded by those who share it. */
const MomentDialog = lazy(() => import('./moment-dialog.tsx'), 'over')

export interface MomentCardProps {
  tenant: { id: string; name: string; theme: unknown }
  moment: Moment
  /** All current moments: dismissing one dismisses the smaller ones with it. */
  all: readonly Moment[]
}

/** A first of the tenant, above the newest events. */
export function MomentCard({ tenant, moment, all }: MomentCardProps) {
  const titleId = useId()
  const [isShared, setIsShared] = useState(false)
  const dismiss = useDismissMoments(tenant.id)
  const { title, figure, product, when } = momentWords(moment)

  return (
    <section aria-labelledby={titleId} className="bb-moment">
      <h3 id={titleId} className="flex items-center gap-2 font-medium text-accent-text">
        <CircleCheck size={16} strokeWidth={1.75} aria-hidden />
        {title}
      </h3>
      <p className="bb-moment-figure mt-1 text-title-phone tabular-nums">
        <span>{figure}</span>
      </p>
      <p className="flex text-small text-text-2">
        {product ? <span className="truncate">{product}</span> : null}
        <span className="flex-none whitespace-pre">{product ? ` · ${when}` : when}</span>
      </p>
      <div className="mt-3">
        <Button size="small" onClick={() => setIsShared(true)}>
          Share picture
        </Button>
      </div>
      <div className="absolute top-2 right-2">
        <IconButton
          label="Dismiss"
          icon={<X size={16} strokeWidth={1.75} aria-hidden />}
          disabled={dismiss.isPending}
          onClick={() => dismiss.mutate(all.map(({ kind }) => kind))}
        />
      </div>
      {isShared ? (
        <Suspense>
          <MomentDialog tenant={tenant} moment={moment} onClose={() => setIsShared(false)} />
        </Suspense>
      ) : null}
    </section>
  )
}
