import { Skeleton } from '#ui/base/skeleton.tsx'

/** Loading skeleton of a block: header, tabs and two columns. */
export function DetailSkeleton() {
  return (
    <div aria-busy="true">
      <output className="sr-only">Loading block...</output>
      <Skeleton width={90} />
      <div className="mt-4">
        <Skeleton width={260} height={22} />
      </div>
      <div className="mt-8 flex gap-6 border-b border-line pb-4">
        <Skeleton width={64} />
        <Skeleton width={52} />
        <Skeleton width={60} />
      </div>
      <div className="mt-8 grid gap-12 lg:grid-cols-[minmax(0,1fr)_424px]">
        <div className="space-y-4">
          <Skeleton width="30%" />
          <Skeleton height={36} />
          <Skeleton width="64%" />
        </div>
        <Skeleton height={260} radius="var(--bb-r-card)" />
      </div>
    </div>
  )
}
