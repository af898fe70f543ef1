import './tooltip.css'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { waitForAnimations, placeBeside, watchTrigger } from './tooltip-trigger.ts'

export interface TooltipProps {
  text: ReactNode
  /** False if the text only repeats the trigger's accessible name. */
  describes?: boolean
  side?: 'top' | 'bottom' | 'right'
  /** One element. */
  children: ReactNode
}

/**
 * A tooltip on hover and focus; Escape hides it. The popover attribute puts it in the top layer, so nothing
 * clips it. Implemented here because a tooltip library would add a tenth to the size of the first load.
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
      await waitForAnimations(trigger)
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
