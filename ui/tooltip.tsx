import './tooltip.css'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { atRest, placeBeside, watchTrigger } from './tooltip-trigger.ts'

export interface TooltipProps {
  text: ReactNode
  /** False where the text only repeats the trigger's own name. */
  describes?: boolean
  side?: 'top' | 'bottom' | 'right'
  /** One element. */
  children: ReactNode
}

/**
 * A short text at its trigger on hover and focus; Escape hides it. Stands in the top layer by the popover
 * attribute, so it is never cut off. Own code, because the usual library weighs a tenth of the first load.
 */
export function Tooltip({ text, describes = true, side = 'top', children }: TooltipProps) {
  const id = useId()
  const area = useRef<HTMLSpanElement>(null)
  const box = useRef<HTMLSpanElement>(null)
  const [open, setOpen] = useState(false)

  useEffect(() => watchTrigger(area.current!, setOpen), [])
  useEffect(() => {
    const trigger = area.current?.firstElementChild
    const shown = box.current
    if (!open || !trigger || !shown) return undefined
    const show = async () => {
      await atRest(trigger)
      if (!shown.isConnected) return
      shown.showPopover()
      placeBeside(shown, trigger, side)
    }
    void show()
    if (!describes) return undefined
    const own = trigger.getAttribute('aria-describedby')
    trigger.setAttribute('aria-describedby', own ? `${own} ${id}` : id)
    return () => {
      if (own) trigger.setAttribute('aria-describedby', own)
      else trigger.removeAttribute('aria-describedby')
    }
  }, [open, side, describes, id])

  return (
    <span ref={area} className="bb-tooltip-area">
      {children}
      {open ? (
        <span ref={box} id={id} role="tooltip" popover="manual" className="bb-tooltip">
          {text}
        </span>
      ) : null}
    </span>
  )
}
