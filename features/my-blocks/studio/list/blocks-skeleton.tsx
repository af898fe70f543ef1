import { Skeleton } from '#ui/base/skeleton.tsx'

/** Loading skeleton with the shape of the cards. */
export function BlocksSkeleton() {
  return (
    <div aria-busy="true">
      <output className="sr-only">Loading blocks...</output>
      <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {[82, 64, 73].map((width) => (
          <div key={width} className="bb-card">
            <div className="h-30 rounded-t-[inherit] border-b border-line bg-subtle" />
            <div className="px-4 pt-5 pb-5">
              <Skeleton width={`${width}%`} height={12} />
              <div className="mt-3">
                <Skeleton width="54%" />
              </div>
              <div className="mt-6">
                <Skeleton width="32%" />
              </div>
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}
