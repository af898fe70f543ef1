import './dialog.css'
import './side-panel.css'
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useEffect, useState } from 'react'
import { IconButton } from '../icon-button.tsx'

export interface SidePanelProps {
  title: ReactNode
  description?: ReactNode
  /** Called by Escape and the Close button. Clicks outside leave the panel open, so that another row can be chosen. */
  onClose: () => void
  /** Opens the next (1) or the previous (-1) row; undefined if there is none. Without both, the panel has no arrows. */
  onNext: (() => void) | undefined
  onPrevious: (() => void) | undefined
  /** Gets the focus when the panel closes: the row that it shows. */
  opener: () => HTMLElement | null
  footer?: ReactNode
  children: ReactNode
}

/**
 * A row of a list, at the right of the list: J and K go to the next and the previous row. On narrow screens it covers the
 * page.
 */
export function SidePanel(props: SidePanelProps) {
  const { title, description, onClose, onNext, onPrevious, opener, footer, children } = props
  const hasSteps = onNext !== undefined || onPrevious !== undefined
  const [covers] = useState(() => matchMedia('(max-width: 1023px)').matches)

  useEffect(() => {
    function step(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || isUnderDialog()) return
      if (event.key === 'j') onNext?.()
      if (event.key === 'k') onPrevious?.()
    }
    document.addEventListener('keydown', step)
    return () => document.removeEventListener('keydown', step)
  }, [onNext, onPrevious])

  return (
    <Radix.Root open modal={covers} onOpenChange={(open) => open || onClose()}>
      <Radix.Portal>
        {covers ? <Radix.Overlay className="bb-scrim" /> : <div className="bb-panel-shade" />}
        <Radix.Content
          className="bb-panel"
          data-side-panel
          data-steps={hasSteps ? '' : undefined}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            if (event.target instanceof HTMLElement) event.target.focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            opener()?.focus()
          }}
          onInteractOutside={(event) => event.preventDefault()}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <div className="bb-dialog-head">
            <Radix.Title asChild>
              <h2>{title}</h2>
            </Radix.Title>
            {description ? <Radix.Description>{description}</Radix.Description> : null}
          </div>
          <div className="bb-panel-tools">
            {hasSteps ? (
              <>
                <IconButton
                  label="Previous (K)"
                  tooltipSide="bottom"
                  disabled={!onPrevious}
                  icon={<ChevronUp size={18} strokeWidth={1.75} aria-hidden />}
                  onClick={onPrevious}
                />
                <IconButton
                  label="Next (J)"
                  tooltipSide="bottom"
                  disabled={!onNext}
                  icon={<ChevronDown size={18} strokeWidth={1.75} aria-hidden />}
                  onClick={onNext}
                />
              </>
            ) : null}
            <Radix.Close asChild>
              <IconButton
                label="Close"
                tooltipSide="bottom"
                icon={<X size={18} strokeWidth={1.75} aria-hidden />}
              />
            </Radix.Close>
          </div>
          <div className="bb-dialog-body">{children}</div>
          {footer ? <div className="bb-dialog-foot">{footer}</div> : null}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches('input, textarea, select, [contenteditable=true]')

/** Another dialog is open above the panel. */
const isUnderDialog = (): boolean => document.querySelector('[role$=dialog]:not([data-side-panel])') !== null
