import type { ReactNode } from 'react'

export interface StepPaneProps {
  title: string
  text: ReactNode
  children: ReactNode
  /** Buttons at the bottom, the primary one first. */
  actions: ReactNode
}

/** The left half of a step. */
export function StepPane({ title, text, children, actions }: StepPaneProps) {
  return (
    <div className="flex min-w-0 flex-col px-10 py-11 max-md:px-5 max-md:py-7">
      <h2 data-first tabIndex={-1} className="text-title outline-none max-md:text-title-phone">
        {title}
      </h2>
      <p className="mt-2 max-w-[48ch] text-lead text-text-2">{text}</p>
      <div className="mt-7 mb-8">{children}</div>
      <div className="mt-auto flex flex-wrap gap-2 max-sm:flex-col">{actions}</div>
    </div>
  )
}
