// A window of our own for what a frame cannot do: visit a provider or show a checkout. It is opened inside the click
// and reports its result only to the frame that opened it: both ends name our exact origin, and the frame accepts
// messages only from that window. opener.ts is the window's side.

/** Interval for checking whether the window is still open, because browsers send no event when it closes. */
const LOOK_MS = 400

/**
 * Opens a page of ours centered over this window. Call it inside a click handler, before any `await`.
 * @returns undefined when the browser blocks the window
 */
export function openChild(
  address: string,
  [width, height]: [number, number] = [480, 680],
): Window | undefined {
  const left = Math.round(screenX + (outerWidth - width) / 2)
  const top = Math.round(screenY + (outerHeight - height) / 2)
  const features = `popup,width=${width},height=${height},left=${left},top=${top}`
  return open(address, '_blank', features) ?? undefined
}

export interface ChildEars<Message> {
  hear: (message: Message, reply: (answer: object) => void) => void
  /**
   * The window was closed, or it navigated to a page whose Cross-Origin-Opener-Policy cut the link. The two cases
   * cannot be told apart from here.
   */
  gone: () => void
}

/** Listens to a window until it closes. @returns a function that stops listening */
export function attendChild<Message extends { bb: string }>(
  opened: Window,
  { hear, gone }: ChildEars<Message>,
): () => void {
  const listening = new AbortController()
  let misses = 0
  const looking = setInterval(() => {
    misses = opened.closed ? misses + 1 : 0
    // The window's last message may arrive after it has closed, so wait for two more checks.
    if (misses <= 2) return
    stop()
    gone()
  }, LOOK_MS)
  function stop() {
    clearInterval(looking)
    listening.abort()
  }
  // Keep the braces: if a call is the last expression of a function that returns its value, WebKit loses track of the
  // caller and reports the other window as the source of its own message.
  const reply = (answer: object) => {
    opened.postMessage(answer, location.origin)
  }
  addEventListener(
    'message',
    ({ data, source, origin }: MessageEvent<Message | null>) => {
      if (source === opened && origin === location.origin && typeof data?.bb === 'string') hear(data, reply)
    },
    { signal: listening.signal },
  )
  return stop
}
