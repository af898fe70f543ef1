// What stands first on every page of the gauntlet and keeps what happens there. It is text for the browser, and works
// on pages that break what pages usually can rely on: it takes what it needs before they do.
import type { Surface } from './engine.ts'

export interface Seen {
  /** Events of ours that reached the document. */
  events: { type: string; block: string; detail: Record<string, unknown> }[]
  /** What frames said to the page, as text. */
  messages: { data: string; origin: string }[]
  /** Directives of the page's policy that something broke. */
  violations: string[]
  /** Warnings and errors that were written to the console by the page itself. */
  notes: string[]
  /** Share of the screen that moved, as `layout-shift` counts it; null where the engine does not tell. */
  shift: number | null
  /** Pixels that the furthest of the host's `data-still` elements moved since they were first painted. */
  moved: number
  /** The same as a share of the screen, as `layout-shift` would count it at most. */
  sunk: number
  /** Names that were added to the window. */
  globals: string[]
  /** Markup of the page without tags, places of blocks, and what is in them. */
  dom: string
  /** Entries that the history has more than at first. */
  entries: number
  focus: string
}

/** What has been seen on a page so far. */
export async function seenOn(page: Surface): Promise<Seen> {
  return JSON.parse(await page.run(() => (window as unknown as { seen(): string }).seen())) as Seen
}

function record() {
  const host = window as unknown as { seen?: () => string; seenAgain?: () => void }
  // The page was written anew: what listened is gone, what was seen is not.
  if (host.seenAgain) return host.seenAgain()
  const { stringify } = JSON
  const names = Object.getOwnPropertyNames.bind(Object)
  /* oxlint-disable typescript/unbound-method -- called with what they are asked of */
  const all = Document.prototype.querySelectorAll
  const listen = EventTarget.prototype.addEventListener
  /* oxlint-enable typescript/unbound-method */
  const events: unknown[] = []
  const messages: unknown[] = []
  const violations: string[] = []
  const notes: string[] = []
  const first = new Map<Element, number>()
  const { length } = history
  let ready = 0
  let loaded = false
  let shift: number | null = null

  const topOf = (el: Element) => Math.round(el.getBoundingClientRect().top + scrollY)
  function look() {
    all.call(document, '[data-still]').forEach((el) => {
      if (!first.has(el)) first.set(el, topOf(el))
    })
  }
  function watch() {
    const types = ['ready', 'signed-in', 'signed-out', 'purchase', 'error']
    for (let n = 0; n < types.length; n++)
      listen.call(document, `bb:${types[n]}`, (event) => {
        const { detail } = event as CustomEvent<{ block: string }>
        if (types[n] === 'ready') ready++
        events[events.length] = { type: types[n], block: detail.block, detail }
      })
    listen.call(window, 'message', (event) => {
      const { data, origin } = event as MessageEvent
      messages[messages.length] = { data: stringify(data), origin }
    })
    listen.call(document, 'securitypolicyviolation', (event) => {
      violations[violations.length] = (event as SecurityPolicyViolationEvent).effectiveDirective
    })
    listen.call(document, 'DOMContentLoaded', () => requestAnimationFrame(look))
  }
  watch()
  // Not `document.readyState`, which an image of that name hides.
  listen.call(window, 'load', () => (loaded = true))
  if (PerformanceObserver.supportedEntryTypes.includes('layout-shift')) {
    shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as PerformanceEntry & {
          value: number
          hadRecentInput: boolean
        }
        if (!hadRecentInput) shift! += value
      }
    }).observe({ type: 'layout-shift', buffered: true })
  }
  const log = console
  for (const level of ['warn', 'error'] as const) {
    const write = log[level]
    log[level] = (...words: unknown[]) => {
      notes[notes.length] = words.join(' ')
      write.apply(log, words)
    }
  }
  const before = new Set([...names(window), 'seen', 'seenAgain', 'seenReady', 'seenLoaded', 'failures'])

  function dom() {
    const copy = all.call(document, 'html')[0]!.cloneNode(true) as HTMLElement
    const ours =
      'bb-block,[data-bb-block],iframe[src*="/embed/"],script[src*="/v1/bb"],script[src*="/v1."],script[src$="/nothing.js"]'
    copy.querySelectorAll(ours).forEach((el) => el.parentNode!.removeChild(el))
    return copy.outerHTML
  }
  Object.defineProperty(window, 'seenReady', { value: () => ready, enumerable: false })
  Object.defineProperty(window, 'seenLoaded', { value: () => loaded, enumerable: false })
  Object.defineProperty(window, 'seenAgain', { value: watch, enumerable: false })
  Object.defineProperty(window, 'seen', {
    enumerable: false,
    value: () => {
      look()
      let moved = 0
      let sunk = 0
      first.forEach((top, el) => {
        if (!el.isConnected) return
        const now = topOf(el)
        const distance = Math.abs(now - top)
        const below = Math.max(0, innerHeight - Math.min(top, now))
        moved = Math.max(moved, distance)
        sunk = Math.max(sunk, (distance / innerHeight) * (below / innerHeight))
      })
      const added = names(window).filter((name) => !before.has(name) && !/^\d+$/.test(name))
      // Old libraries teach lists to write themselves, differently.
      const taught = ['toJSON'].flatMap((name) =>
        [Array.prototype, Object.prototype, String.prototype]
          .filter((one) => Object.hasOwn(one, name))
          .map((one) => {
            const kept = Object.getOwnPropertyDescriptor(one, name)!
            delete (one as unknown as Record<string, unknown>)[name]
            return () => Object.defineProperty(one, name, kept)
          }),
      )
      const text = stringify({
        events,
        messages,
        violations,
        notes,
        shift,
        moved,
        sunk,
        globals: added,
        dom: dom(),
        entries: history.length - length,
        focus: document.activeElement?.localName ?? '',
      })
      for (let n = 0; n < taught.length; n++) taught[n]!()
      return text
    },
  })
}

/** Keeps the errors of a document, for engines whose console nobody can read. */
function keepFailures() {
  const kept: string[] = []
  addEventListener('error', ({ message }) => message && (kept[kept.length] = message))
  addEventListener('unhandledrejection', ({ reason }) => (kept[kept.length] = String(reason)))
  const write = console.error
  console.error = (...words: unknown[]) => {
    kept[kept.length] = words.join(' ')
    write.apply(console, words)
  }
  Object.defineProperty(window, 'failures', { value: () => kept, enumerable: false })
}

/** Runs first in our own documents, where the engine needs it. */
export const FAILURES = `(${keepFailures.toString()})()`

/** The script that a page has first. */
export const RECORDER = `(${record.toString()})();if (!window.failures) ${FAILURES}`
