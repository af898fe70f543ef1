export interface ToastEntry {
  tone: 'success' | 'error' | 'info'
  title: string
  text?: string
  /** One button beside the words, for example Undo; the toast goes once it is pressed. */
  action?: { label: string; onPress: () => void }
  /** Called once the toast is gone, however it went. */
  onGone?: () => void
}

type Extras = Pick<ToastEntry, 'action' | 'onGone'>

type Listener = (entry: ToastEntry) => void

const waiting: ToastEntry[] = []
const HUSH_MS = 1000
const hushed = new Set<string>()
let listener: Listener | undefined

function send(entry: ToastEntry) {
  if (entry.text !== undefined && hushed.delete(entry.text)) return
  if (listener) listener(entry)
  else {
    waiting.push(entry)
    wake?.()
  }
}

let wake: (() => void) | undefined

/**
 * Says something in the corner of the window. Errors stay until closed, the others 5 seconds.
 * Entries wait until the host is there, which loads only when the first one comes.
 */
export const toast = {
  success: (title: string, text?: string, extras?: Extras) =>
    send({ tone: 'success', title, text, ...extras }),
  error: (title: string, text?: string) => send({ tone: 'error', title, text }),
  info: (title: string, text?: string) => send({ tone: 'info', title, text }),
}

/** Says that a sentence is told in a better place already: a toast with it that comes at once is left out. */
export function hushToast(text: string): void {
  hushed.add(text)
  setTimeout(() => hushed.delete(text), HUSH_MS)
}

/** Calls back when the first toast waits for a host. */
export function onFirstToast(callback: () => void): () => void {
  wake = callback
  if (waiting.length > 0) callback()
  return () => {
    wake = undefined
  }
}

/** Errors younger than this are about the leaving itself: `Failed to load block.`, and then the way back. */
const JUST_SAID_MS = 1000

/** Another screen is shown, or something is tried again: what went wrong before is not about it. */
export function dropErrors(): void {
  drop?.(Date.now() - JUST_SAID_MS)
}

let drop: ((saidBefore: number) => void) | undefined

/**
 * The host's side: takes what waits and all that comes.
 * @param dropErrorsOf closes the errors said before a time, in milliseconds
 */
export function takeToasts(take: Listener, dropErrorsOf: (saidBefore: number) => void): () => void {
  listener = take
  drop = dropErrorsOf
  for (const entry of waiting.splice(0)) take(entry)
  return () => {
    listener = undefined
    drop = undefined
  }
}
