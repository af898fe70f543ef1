import type { ReactNode } from 'react'

export interface PageHeadProps {
  title: string
  badge?: ReactNode
  /** A line under the title. */
  text?: ReactNode
  /** At most three buttons, the primary one last. On phones they form a row under the title, in which icons stay small. */
  actions?: ReactNode
}

/** The header of every page: title on the left, actions on the right. */
export function PageHead({ title, badge, text, actions }: PageHeadProps) {
  return (
    <header className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-4 max-md:mb-4">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-3">
          <h1 className="text-title max-md:text-title-phone">{title}</h1>
          {badge}
        </div>
        {text ? <p className="mt-1 text-text-2">{text}</p> : null}
      </div>
      {actions ? (
        <div className="flex items-center gap-2 max-md:w-full max-md:*:not-[:has(.bb-icon-btn)]:flex-1">
          {actions}
        </div>
      ) : null}
    </header>
  )
}
