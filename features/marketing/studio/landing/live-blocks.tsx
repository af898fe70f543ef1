import { Suspense, useRef } from 'react'
import { Skeleton } from '#ui/base/skeleton.tsx'
import { lazy } from '#ui/lazy.tsx'
import { useIsSeen } from '#ui/use-is-seen.ts'

// Visitors who do not scroll to it load nothing of it.
const LiveBlock = lazy(() => import('./live-block.tsx'))

/** Starts loading before the visitor arrives, so that few see the skeleton. */
const AHEAD = '400px'

/** Every block of the registry, live, one at a time. */
export function LiveBlocks() {
  const box = useRef<HTMLElement>(null)
  const isSeen = useIsSeen(box, AHEAD)
  return (
    <section ref={box} aria-labelledby="landing-blocks" className="mt-18 max-md:mt-12">
      <h2 id="landing-blocks" className="text-section max-md:text-section-phone">
        Every block, live
      </h2>
      <p className="mt-1.5 text-lead text-text-2">
        The real blocks with sample data. Fill them in, buy, sign out: nothing is stored.
      </p>
      <div style={{ minHeight: 560 }}>
        {isSeen ? (
          <Suspense fallback={<Waiting />}>
            <LiveBlock />
          </Suspense>
        ) : null}
      </div>
    </section>
  )
}

/** In the place of the card. */
const Waiting = () => (
  <div className="mt-4 rounded-card border border-line bg-surface" style={{ height: 544, padding: 28 }}>
    <Skeleton width="40%" />
    <div className="mt-4">
      <Skeleton width="62%" />
    </div>
  </div>
)
