import { useState } from 'react'
import { Button } from '#ui/base/button.tsx'
import { texts } from './texts/spoken.ts'

export interface SureButtonProps {
  label: string
  /** For screen readers, when several buttons have the same label. */
  name?: string
  /** What the second press confirms. */
  question: string
  busy: boolean
  danger?: boolean
  onConfirm: () => void
}

/** A button whose action cannot be taken back: it asks in place before it acts. */
export function SureButton({ label, name, question, busy, danger = true, onConfirm }: SureButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  if (!isOpen && !busy)
    return (
      <Button
        variant="ghost"
        size="small"
        {...(danger ? { tone: 'danger' } : {})}
        aria-label={name}
        onClick={() => setIsOpen(true)}
      >
        {label}
      </Button>
    )
  return (
    <fieldset className="team-acts team-sure" aria-label={question}>
      <span>{question}</span>
      <Button
        size="small"
        {...(danger ? { tone: 'danger' } : {})}
        busy={busy}
        busyLabel={texts.working}
        onClick={() => {
          onConfirm()
          setIsOpen(false)
        }}
      >
        {label}
      </Button>
      <Button variant="ghost" size="small" onClick={() => setIsOpen(false)}>
        {texts.cancel}
      </Button>
    </fieldset>
  )
}
