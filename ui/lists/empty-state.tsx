import type { ReactNode } from 'react'

export interface EmptyStateProps {
  /** 22 px icon, or a live sample. */
  icon: ReactNode
  title: string
  /** One sentence that explains why it is empty. */
  text?: ReactNode
  /** Buttons, the primary one first. */
  actions?: ReactNode
  /** Heading level: 2 directly under the page's title. */
  level?: 2 | 3
}

/** Explains what belongs here and how to start. Left-aligned where the content will appear. */
export function EmptyState({ icon, title, text, actions, level = 3 }: EmptyStateProps) {
  const Heading = `h${level}` as const
  return (
    <div className="flex flex-col items-start py-8">
      <div className="mb-3 text-text-2">{icon}</div>
      <Heading className="text-subheading">{title}</Heading>
      {text ? <p className="mt-1 max-w-[60ch] text-text-2">{text}</p> : null}
      {actions ? <div className="mt-4 flex flex-wrap gap-2">{actions}</div> : null}
    </div>
  )
}

/** The same in one row, for a short list among others: as tall as the row that will replace it. */
export function EmptyRow({
  icon,
  text,
}: {
  /** 18 px icon. */
  icon: ReactNode
  text: string
}) {
  return (
    <p className="flex min-h-13.5 items-center gap-3 py-2 text-text-2">
      <span className="shrink-0 text-text-3">{icon}</span>
      {text}
    </p>
  )
}
