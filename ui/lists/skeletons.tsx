import { Card } from '../base/card.tsx'
import { Skeleton } from '../base/skeleton.tsx'

/** Placeholder for a loading card: a header with a picture and two lines, then `lines` lines. */
export function CardSkeleton({ lines = 4 }: { lines?: number }) {
  return (
    <Card className="p-5" aria-busy="true">
      <div className="flex items-center gap-3">
        <Skeleton width={36} height={36} />
        <div className="flex-1 space-y-2">
          <Skeleton width="55%" />
          <Skeleton width="35%" />
        </div>
      </div>
      <div className="mt-5 space-y-4">
        {Array.from({ length: lines }, (_, line) => (
          <Skeleton key={line} width={`${90 - ((line * 17) % 40)}%`} />
        ))}
      </div>
    </Card>
  )
}

/** Placeholder for loading table rows, 52 px each. */
export function RowsSkeleton({ rows = 4 }: { rows?: number }) {
  return (
    <div aria-busy="true" className="divide-y divide-line border-y border-line">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex h-13 items-center gap-6">
          <Skeleton width="32%" />
          <Skeleton width="14%" />
          <Skeleton width="18%" />
        </div>
      ))}
    </div>
  )
}
