import type { ReactNode } from 'react'

export interface PreviewWindowProps {
  /** A note under the window about whose block it shows. */
  note: string
  /** Content on the right of the address bar. */
  aside?: ReactNode
  children: ReactNode
}

/** A placeholder page in which only the block is real. */
export function PreviewWindow({ note, aside, children }: PreviewWindowProps) {
  return (
    <>
      <div className="overflow-hidden rounded-card border border-line bg-surface shadow-1">
        <div className="flex min-h-11 flex-wrap items-center gap-3 border-b border-line bg-subtle px-4 py-1.5">
          <span className="flex-1 truncate text-small text-text-3">your-site.example</span>
          {aside}
        </div>
        <div aria-hidden="true" className="flex flex-col gap-3 px-6 pt-6 max-md:px-4">
          <span className="h-5 w-2/5 rounded-badge bg-hover" />
          <span className="h-2.5 w-4/5 rounded-badge bg-subtle" />
          <span className="h-2.5 w-3/5 rounded-badge bg-subtle" />
        </div>
        <div className="p-6 max-md:p-4">{children}</div>
      </div>
      <p className="mt-3 text-small text-text-3">{note}</p>
    </>
  )
}
