import { Card } from '#ui/base/card.tsx'
import { Skeleton } from '#ui/base/skeleton.tsx'

/** The section before its code and numbers are there, as tall as it will be. */
export function StatsSkeleton() {
  return (
    <Card aria-busy="true">
      <output className="sr-only">Loading numbers...</output>
      <div className="flex h-[87px] items-center gap-16 border-b border-line px-5 max-lg:h-36 max-md:h-35 max-md:border-0">
        <Skeleton width={120} height={22} />
        <Skeleton width={80} height={22} />
        <Skeleton width={80} height={22} />
      </div>
      <div className="p-5 max-md:px-4 max-md:pt-3">
        <ChartSkeleton />
      </div>
    </Card>
  )
}

const RULES = [0, 1, 2, 3, 4]

/** The rules of a chart without its line. */
export function ChartSkeleton() {
  return (
    <div className="flex h-54 flex-col justify-between pt-2 pb-6 max-md:h-45" aria-busy="true">
      {RULES.map((rule) => (
        <Skeleton key={rule} height={1} />
      ))}
    </div>
  )
}
