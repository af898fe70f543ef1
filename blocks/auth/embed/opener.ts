import type { FrameReply, WindowMessage } from './window.ts'

/** How long a frame has to take what is handed to it. */
const PATIENCE_MS = 2000

/** The frame that opened this window, as far as it is still there. */
const frame = () => opener as Window | null

/** Says something to the frame that opened this window: to our own origin, and to no other. */
export function tellFrame(message: WindowMessage): void {
  frame()?.postMessage(message, location.origin)
}

/**
 * Says something and waits for the frame's word. @returns undefined when nobody answers: the frame's page went on, or
 * a provider cut the tie between the windows
 */
export function askFrame(message: WindowMessage): Promise<FrameReply | undefined> {
  if (!frame()) return Promise.resolve(undefined)
  return new Promise((resolve) => {
    const listening = new AbortController()
    const end = (reply?: FrameReply) => {
      listening.abort()
      clearTimeout(patience)
      resolve(reply)
    }
    const patience = setTimeout(end, PATIENCE_MS)
    addEventListener(
      'message',
      ({ data, source, origin }: MessageEvent<FrameReply>) => {
        if (source === opener && origin === location.origin && (data?.bb === 'taken' || data?.bb === 'you'))
          end(data)
      },
      { signal: listening.signal },
    )
    tellFrame(message)
  })
}
