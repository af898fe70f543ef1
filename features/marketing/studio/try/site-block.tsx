import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'

export interface SiteBlockProps {
  title: string
  /** On a phone the title opens and closes the block, which loads when it is opened. */
  folds: boolean
  isOpen: boolean
  children: ReactNode
}

/** A block on the visitor's site, under its name. */
export function SiteBlock({ title, folds, isOpen: isFirst, children }: SiteBlockProps) {
  const [isOpen, setOpen] = useState(isFirst)
  // Level 2, because the blocks have headings of their own, some of level 1.
  const name = <h2 className="text-small font-label text-text-2">{title}</h2>
  if (!folds)
    return (
      <div className="border-t border-line">
        <div className="px-7 pt-5">{name}</div>
        {children}
      </div>
    )
  return (
    <details
      open={isOpen}
      className="group border-t border-line"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between px-4 [&::-webkit-details-marker]:hidden">
        {name}
        <ChevronDown size={18} strokeWidth={1.75} aria-hidden className="text-text-2 group-open:rotate-180" />
      </summary>
      {isOpen ? children : null}
    </details>
  )
}
