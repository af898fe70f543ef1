// The end of a window of ours (child-window.ts) towards the frame that opened it.

/** How long a frame has to take what is handed to it: one on a slow phone is busy for a while. */
const PATIENCE_MS = 6000

/** The frame that opened this window, as far as it is still there. */
const frame = () => opener as Window | null

/** Says something to the frame that opened this window: to our own origin, and to no other. */
export function tellFrame(message: object): void {
  frame()?.postMessage(message, location.origin)
}

/**
 * Says something and waits for the frame's word. @returns undefined when nobody answers: the frame's page went on, or
 * a page that this window came through cut the tie between the windows
 */
export function askFrame<Reply extends { bb: string }>(message: object): Promise<Reply | undefined> {
  if (!frame()) return Promise.resolve(undefined)
  return new Promise((resolve) => {
    const listening = new AbortController()
    const end = (reply?: Reply) => {
      listening.abort()
      clearTimeout(patience)
      resolve(reply)
    }
    const patience = setTimeout(end, PATIENCE_MS)
    addEventListener(
      'message',
      ({ data, source, origin }: MessageEvent<Reply | null>) => {
        if (source === opener && origin === location.origin && typeof data?.bb === 'string') end(data)
      },
      { signal: listening.signal },
    )
    tellFrame(message)
  })
}
