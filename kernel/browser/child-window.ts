// A window of ours for what no frame can do: going to a provider, showing a checkout. It is opened inside the click and
// says what became of it to the frame that opened it, and to nobody else: both ends name our exact origin, and the
// frame listens to that one window. The window's end is opener.ts.

/** How often to look whether the window is still there: browsers tell nobody. */
const LOOK_MS = 400

/**
 * Opens a page of ours over the middle of this window; call it inside a click, before anything is awaited.
 * @returns undefined when the browser opens no window
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
   * The window is gone, or a page that it went on to has cut the tie (Cross-Origin-Opener-Policy): from here the two
   * look the same.
   */
  gone: () => void
}

/** Listens to a window until it is gone. @returns stops listening */
export function attendChild<Message extends { bb: string }>(
  opened: Window,
  { hear, gone }: ChildEars<Message>,
): () => void {
  const listening = new AbortController()
  let misses = 0
  const looking = setInterval(() => {
    misses = opened.closed ? misses + 1 : 0
    // A window's last words may come after its end: two looks, not one.
    if (misses <= 2) return
    stop()
    gone()
  }, LOOK_MS)
  function stop() {
    clearInterval(looking)
    listening.abort()
  }
  // In braces: WebKit forgets who called where a call is the last thing of a function that gives its value on, and names
  // the other window as the source of its own message.
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
