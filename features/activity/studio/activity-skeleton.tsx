import { Card } from '#ui/base/card.tsx'
import { Skeleton } from '#ui/base/skeleton.tsx'

const ROWS = [0, 1, 2, 3, 4, 5]

/** The loading state of the activity: a column on wide screens, one row on others. */
export function ActivitySkeleton() {
  return (
    <div className="flex flex-col" aria-busy="true">
      <div className="mb-3 flex h-9 items-center max-xl:hidden">
        <Skeleton width={80} />
      </div>
      <Card className="h-11.5 flex-1 px-4 max-xl:py-4 xl:h-auto xl:py-2">
        <output className="sr-only">Loading activity...</output>
        <span className="xl:hidden">
          <Skeleton width={120} />
        </span>
        <div className="max-xl:hidden">
          {ROWS.map((row) => (
            <div key={row} className="flex h-14 items-center gap-3">
              <Skeleton width={28} height={28} radius={99} />
              <Skeleton width="60%" />
            </div>
          ))}
        </div>
      </Card>
    </div>
  )
}
