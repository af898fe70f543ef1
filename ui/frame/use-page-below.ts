import { type RefObject, useEffect, useState } from 'react'

/** Less than this is padding, in CSS pixels. */
const PADDING = 32

/**
 * Returns whether the page in a frame goes on below the frame's edge. False for frames of another origin.
 * @param loaded address of the page that has loaded
 */
export function usePageBelow(frame: RefObject<HTMLIFrameElement | null>, loaded: string): boolean {
  const [isBelow, setBelow] = useState(false)
  useEffect(() => {
    const view = frame.current?.contentWindow
    const page = frame.current?.contentDocument
    if (!loaded || !view || !page?.body) return undefined
    const measure = () => {
      const { scrollHeight, scrollTop, clientHeight } = page.documentElement
      setBelow(scrollHeight - scrollTop - clientHeight > PADDING)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(page.body)
    observer.observe(page.documentElement)
    page.addEventListener('scroll', measure, { passive: true })
    view.addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      page.removeEventListener('scroll', measure)
      view.removeEventListener('resize', measure)
    }
  }, [frame, loaded])
  return isBelow
}
