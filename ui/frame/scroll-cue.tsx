import './scroll-cue.css'
import { ChevronDown } from 'lucide-react'
import type { RefObject } from 'react'

/** How much of the visible page a press scrolls. */
const STEP = 0.8

export interface ScrollCueProps {
  frame: RefObject<HTMLIFrameElement | null>
  /** Makes it a button with this text, to be placed below the frame, which stays whole. */
  label?: string
}

/**
 * A button over the lower edge of a frame whose page goes on below (`usePageBelow`). Only a pointer needs it: the keyboard
 * and screen readers reach the page itself.
 */
export function ScrollCue({ frame, label }: ScrollCueProps) {
  function scroll() {
    const view = frame.current?.contentWindow
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    view?.scrollBy({ top: view.innerHeight * STEP, behavior: isStill ? 'instant' : 'smooth' })
  }
  return (
    <button
      type="button"
      aria-hidden="true"
      tabIndex={-1}
      className="bb-scroll-cue"
      data-label={label ? '' : undefined}
      onClick={scroll}
    >
      {label}
      <ChevronDown size={18} strokeWidth={1.75} />
    </button>
  )
}
