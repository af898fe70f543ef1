import './note.css'
import type { ReactNode } from 'react'

export type NoteTone = 'info' | 'ok' | 'warn' | 'danger'

export interface NoteProps {
  tone?: NoteTone
  /** 18 px. */
  icon?: ReactNode
  title?: ReactNode
  /** The note is the whole page, and its title the page's heading. */
  isPage?: boolean
  children?: ReactNode
  /** One small button. */
  action?: ReactNode
  /** Screen readers announce `alert` immediately and `status` when idle. */
  role?: 'alert' | 'status'
}

/** A tinted banner for a state that persists. */
export function Note({ tone = 'info', icon, title, isPage, children, action, role }: NoteProps) {
  const Title = isPage ? 'h1' : 'strong'
  return (
    <div className="bb-note" data-tone={tone} role={role}>
      {icon ? (
        <span className="bb-note-icon" aria-hidden="true">
          {icon}
        </span>
      ) : null}
      <div className="bb-note-body">
        {title ? <Title className="bb-note-title">{title}</Title> : null}
        {children}
      </div>
      {action ? <div className="bb-note-action">{action}</div> : null}
    </div>
  )
}
