import type { ReactNode } from 'react'
import { Skeleton } from './base/skeleton.tsx'

/** A number with its label above. Leave `value` undefined while it loads. */
export function Stat({ label, value, note }: { label: string; value?: ReactNode; note?: ReactNode }) {
  return (
    <div className="min-w-0" aria-busy={value === undefined}>
      <p className="text-small text-text-2">{label}</p>
      <p className="mt-0.5 flex flex-wrap items-baseline gap-x-2 tabular-nums">
        {value === undefined ? (
          <span className="py-2">
            <Skeleton width={96} height={14} />
          </span>
        ) : (
          <span className="text-figure">{value}</span>
        )}
        {note ? <span className="text-caption text-text-3">{note}</span> : null}
      </p>
    </div>
  )
}
