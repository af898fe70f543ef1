import { type RefObject, useEffect, useState } from 'react'

/** Maximum height that a preview accepts, in CSS pixels: less than a page does (`MAX_HEIGHT` in embed/messages.ts). */
const MAX_HEIGHT = 4000

/** Version of the frame protocol (`PROTOCOL` in embed/messages.ts, which the Studio does not load). */
const PROTOCOL = 1

/**
 * The height in a message of our own page, in pixels, also of one with an opaque origin; undefined in any other message.
 * Does not check which window sent it.
 * @param ours the Studio's origin
 */
export function heightIn({ origin, data }: Pick<MessageEvent, 'origin' | 'data'>, ours: string) {
  if (origin !== ours && origin !== 'null') return undefined
  const message = data as { bb?: unknown; type?: unknown; height?: unknown } | null
  if (message?.bb !== PROTOCOL || (message.type !== 'ready' && message.type !== 'resize')) return undefined
  const { height } = message
  return typeof height === 'number' && height > 0 && height <= MAX_HEIGHT ? height : undefined
}

/**
 * The height that the page of a block with sample data reports (`FrameMessage` in embed/messages.ts), in pixels; 0 until
 * it has. Works for frames of an opaque origin, which cannot be measured.
 * @param src the frame's address; another page has another height
 */
export function useReportedHeight(frame: RefObject<HTMLIFrameElement | null>, src: string): number {
  const [reported, setReported] = useState({ src, height: 0 })
  useEffect(() => {
    function hear(event: MessageEvent) {
      if (!frame.current || event.source !== frame.current.contentWindow) return
      const height = heightIn(event, location.origin)
      if (height !== undefined) setReported({ src, height })
    }
    addEventListener('message', hear)
    return () => removeEventListener('message', hear)
  }, [frame, src])
  return reported.src === src ? reported.height : 0
}
