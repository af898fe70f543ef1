// The opened window's side of child-window.ts: it talks to the frame that opened the window.

/** How long the frame may take to respond: one on a slow phone can be busy for a while. */
const PATIENCE_MS = 6000

/** The frame that opened this window, if it still exists. */
const frame = () => opener as Window | null

/** Sends a message to the frame that opened this window, and only to our own origin. */
export function tellFrame(message: object): void {
  frame()?.postMessage(message, location.origin)
}

/**
 * Sends a message and waits for the frame's reply. @returns undefined when no reply arrives: the frame's page was
 * left, or a page that this window passed through cut the link between the windows
 */
export function askFrame<Reply extends { bb: string }>(message: object): Promise<Reply | undefined> {
  if (!frame()) return Promise.resolve(undefined)
  return new Promise((resolve) => {
    const listening = new AbortController()
    const end = (reply?: Reply) => {
      listening.abort()
      clearTimeout(timer)
      resolve(reply)
    }
    const timer = setTimeout(end, PATIENCE_MS)
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
