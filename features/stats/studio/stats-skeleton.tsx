import { Card } from '#ui/base/card.tsx'
import { Skeleton } from '#ui/base/skeleton.tsx'

/**
 * The loading state of the section, as tall as the loaded one.
 * @param name the tenant's name, if it is known
 */
export function StatsSkeleton({ name }: { name?: string | undefined }) {
  return (
    <div>
      <div className="mb-3 flex h-9 items-center max-md:h-6">
        {name ? <h2 className="truncate text-subheading">{name}</h2> : <Skeleton width={140} />}
      </div>
      <Card aria-busy="true">
        <output className="sr-only">Loading statistics...</output>
        <div className="flex h-[99px] items-center gap-16 border-b border-line px-5 max-md:h-35 max-md:border-0">
          <Skeleton width={120} height={22} />
          <Skeleton width={80} height={22} />
          <Skeleton width={80} height={22} />
        </div>
        <div className="p-5 max-md:px-4 max-md:pt-3">
          <ChartSkeleton />
        </div>
      </Card>
    </div>
  )
}

const GRID_LINES = [0, 1, 2, 3, 4]

/** The grid lines of a chart without data. */
export function ChartSkeleton() {
  return (
    <div className="flex h-54 flex-col justify-between pt-2 pb-6 max-md:h-45" aria-busy="true">
      {GRID_LINES.map((line) => (
        <Skeleton key={line} height={1} />
      ))}
    </div>
  )
}
