import { type RefObject, useEffect, useState } from 'react'

/** Maximum height that a preview accepts, in CSS pixels. */
const MAX_HEIGHT = 4000

/**
 * The height that the page of a block with sample data reports (`FrameMessage` in embed/messages.ts), in pixels; 0 until
 * it has. Works for frames of an opaque origin, which cannot be measured.
 * @param src the frame's address; another page has another height
 */
export function useReportedHeight(frame: RefObject<HTMLIFrameElement | null>, src: string): number {
  const [reported, setReported] = useState({ src, height: 0 })
  useEffect(() => {
    function hear({ source, data }: MessageEvent<{ type?: unknown; height?: unknown } | null>) {
      if (!frame.current || source !== frame.current.contentWindow) return
      const height = data?.type === 'ready' || data?.type === 'resize' ? data.height : undefined
      if (typeof height === 'number' && height > 0 && height <= MAX_HEIGHT) setReported({ src, height })
    }
    addEventListener('message', hear)
    return () => removeEventListener('message', hear)
  }, [frame, src])
  return reported.src === src ? reported.height : 0
}
