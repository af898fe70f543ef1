import '../card.css'
import './locked-card.css'
import type { ReactNode } from 'react'

export interface LockedCardProps {
  title: string
  /** Heading level. Use 1 when the card is the whole page. */
  level?: 1 | 2
  children: ReactNode
  /** The price and its interval, as displayed: `€19`, `/month`. */
  price?: { amount: string; every: string }
  /** One button or link. */
  action?: ReactNode
}

/** Replaces content that the visitor may not see. */
export function LockedCard({ title, level = 2, children, price, action }: LockedCardProps) {
  const Heading = `h${level}` as const
  return (
    <div className="bb-card bb-locked">
      <span className="bb-locked-mark" aria-hidden="true">
        <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.75">
          <rect x="4" y="11" width="16" height="10" rx="2" />
          <path d="M8 11V7a4 4 0 0 1 8 0v4M12 15v2" />
        </svg>
      </span>
      <Heading>{title}</Heading>
      <p>{children}</p>
      {price || action ? (
        <div className="bb-locked-foot">
          {price ? (
            <span className="bb-locked-figure">
              <b>{price.amount}</b>
              {price.every}
            </span>
          ) : null}
          {action}
        </div>
      ) : null}
    </div>
  )
}
