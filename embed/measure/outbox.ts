import type { EventKind, SentEvent, SentEvents } from '#blocks/analytics/endpoints.ts'
import { visitorId } from './permission.ts'

/** An event, with its time by the monotonic clock. */
type Waiting = Omit<SentEvent, 'age'> & { at: number; tries: number }

export interface Outbox {
  add: (kind: EventKind, name?: string, more?: { value?: number; referrer?: string }) => void
  /** Sends from now on. @param hasConsent also the id that stays */
  open: (hasConsent: boolean) => void
  /** Drops what waits, and everything later. */
  close: () => void
}

/** Pages without encryption have no `randomUUID`, but the address of a blob ends with one. */
const newId = () => crypto.randomUUID?.() ?? URL.createObjectURL(new Blob()).slice(-36)

/** Soon enough for the live view, and late enough that a view and the blocks on it are one request. */
const DELAY_MS = 1000
/** For what visitors do later on the page, so that several actions are one request. */
const LATER_MS = 5000
/** The server's limit for one request. */
const MOST = 50
const MOST_TRIES = 3

/** Gathers events, and sends them a second after a view, some seconds after others, and when the page is hidden. */
export function createOutbox(address: string): Outbox {
  let waiting: Waiting[] = []
  let isOpen = false
  let visitor: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function send(): void {
    clearTimeout(timer)
    timer = undefined
    const events = waiting.splice(0, MOST)
    if (!isOpen || !events.length) return
    const now = performance.now()
    const body = JSON.stringify({
      events: events.map((waited) => {
        const { at, tries: _, ...event } = waited
        return { ...event, age: Math.max(0, now - at) }
      }),
      ...(visitor && { visitor }),
    } satisfies SentEvents)
    // A string is sent as text/plain, so browsers ask no permission first. It outlives the page, and has no cookies.
    fetch(address, { method: 'POST', body, keepalive: true, credentials: 'omit' }).then(
      ({ status }) => (status === 429 || status >= 500 ? again(events) : undefined),
      () => again(events),
    )
    if (waiting.length) schedule(DELAY_MS)
  }

  /** An event has an id, so that one whose response was lost is stored once. */
  function again(events: Waiting[]): void {
    waiting.unshift(...events.filter((event) => ++event.tries < MOST_TRIES))
  }

  function schedule(delayMs: number): void {
    timer ??= setTimeout(send, delayMs)
  }

  // After the listeners of the document, which add what they measured.
  addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && send())
  addEventListener('pagehide', send)
  return {
    add(kind, name, more) {
      if (!isOpen) return
      waiting.push({
        id: newId(),
        at: performance.now(),
        tries: 0,
        kind,
        url: location.href,
        ...(name !== undefined && { name: name.slice(0, 2000) }),
        ...more,
      })
      // Vitals are known when the page is hidden, and sent then.
      if (kind !== 'vital') schedule(kind === 'view' || waiting.length >= MOST / 2 ? DELAY_MS : LATER_MS)
    },
    open(hasConsent) {
      isOpen = true
      if (hasConsent) visitor = visitorId()
    },
    close() {
      isOpen = false
      visitor = undefined
      waiting = []
    },
  }
}
