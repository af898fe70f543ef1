export interface ToastEntry {
  tone: 'success' | 'error' | 'info'
  title: string
  text?: string
  /** One button next to the text, for example Undo. Pressing it closes the toast. */
  action?: { label: string; onPress: () => void }
  /** Called when the toast closes for any reason. */
  onClosed?: () => void
}

type Extras = Pick<ToastEntry, 'action' | 'onClosed'>

type Listener = (entry: ToastEntry) => void

const queue: ToastEntry[] = []
const SUPPRESS_MS = 1000
const suppressedTexts = new Set<string>()
let listener: Listener | undefined

function send(entry: ToastEntry) {
  if (entry.text !== undefined && suppressedTexts.delete(entry.text)) return
  if (listener) listener(entry)
  else {
    queue.push(entry)
    onQueued?.()
  }
}

let onQueued: (() => void) | undefined

/**
 * Shows a toast. Errors stay until the user closes them; others close after 5 seconds. Toasts are queued
 * until the host, which loads lazily, is ready.
 */
export const toast = {
  success: (title: string, text?: string, extras?: Extras) =>
    send({ tone: 'success', title, text, ...extras }),
  error: (title: string, text?: string) => send({ tone: 'error', title, text }),
  info: (title: string, text?: string) => send({ tone: 'info', title, text }),
}

/**
 * Suppresses a toast with this text for the next second, because the screen already shows the message
 * elsewhere.
 */
export function suppressToast(text: string): void {
  suppressedTexts.add(text)
  setTimeout(() => suppressedTexts.delete(text), SUPPRESS_MS)
}

/**
 * Registers a callback for when a toast is queued and no host is connected. Returns the unsubscribe function.
 */
export function onFirstToast(callback: () => void): () => void {
  onQueued = callback
  if (queue.length > 0) callback()
  return () => {
    onQueued = undefined
  }
}

/** Errors newer than this may be the reason for the navigation (`Failed to load block.`), so they stay. */
const RECENT_MS = 1000

/** Closes old errors. Call it on navigation or on a retry, when earlier errors no longer apply. */
export function closeOldErrors(): void {
  drop?.(Date.now() - RECENT_MS)
}

let drop: ((shownBefore: number) => void) | undefined

/**
 * Connects the host: it receives the queued toasts and all later ones.
 * @param dropErrorsOf closes the errors shown before a time, in milliseconds since the epoch
 */
export function connectToastHost(take: Listener, dropErrorsOf: (shownBefore: number) => void): () => void {
  listener = take
  drop = dropErrorsOf
  for (const entry of queue.splice(0)) take(entry)
  return () => {
    listener = undefined
    drop = undefined
  }
}
