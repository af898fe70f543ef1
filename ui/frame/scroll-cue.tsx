import './scroll-cue.css'
import { ChevronDown } from 'lucide-react'
import type { RefObject } from 'react'

/** How much of the visible page a press scrolls. */
const STEP = 0.8

/**
 * A button over the lower edge of a frame whose page goes on below (`usePageBelow`). Only a pointer needs it: the keyboard
 * and screen readers reach the page itself.
 */
export function ScrollCue({ frame }: { frame: RefObject<HTMLIFrameElement | null> }) {
  function scroll() {
    const view = frame.current?.contentWindow
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    view?.scrollBy({ top: view.innerHeight * STEP, behavior: isStill ? 'instant' : 'smooth' })
  }
  return (
    <button type="button" aria-hidden="true" tabIndex={-1} className="bb-scroll-cue" onClick={scroll}>
      <ChevronDown size={18} strokeWidth={1.75} />
    </button>
  )
}
