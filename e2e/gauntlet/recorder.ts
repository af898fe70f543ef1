// The first script on every page of the gauntlet: records what happens there. It runs in the browser, also on
// pages that break built-in objects, because it saves the built-ins it needs before the page can change them.
import type { Surface } from './engine.ts'

export interface Seen {
  /** `bb:` events that reached the document. */
  events: { type: string; block: string; detail: Record<string, unknown> }[]
  /** Messages that frames posted to the page, as JSON text. */
  messages: { data: string; origin: string }[]
  /** Directives of the page's content security policy that were violated. */
  violations: string[]
  /** Warnings and errors that scripts of the page wrote to the console. */
  notes: string[]
  /** Cumulative layout shift as `layout-shift` counts it; null where the engine does not report it. */
  shift: number | null
  /** Largest distance in pixels that a `data-still` element moved since it was first painted. */
  moved: number
  /** The same as a layout-shift score: the most that `layout-shift` could count. */
  layoutShift: number
  /** Names that were added to the window. */
  globals: string[]
  /** Markup of the page without the embed tags, the block elements and their content. */
  dom: string
  /** Number of history entries added since the page loaded. */
  entries: number
  focus: string
}

/** Returns what the recorder has seen on a page so far. */
export async function seenOn(page: Surface): Promise<Seen> {
  return JSON.parse(await page.run(() => (window as unknown as { seen(): string }).seen())) as Seen
}

function record() {
  const host = window as unknown as { seen?: () => string; seenAgain?: () => void }
  // `document.open()` removed the listeners but kept the records.
  if (host.seenAgain) return host.seenAgain()
  const { stringify } = JSON
  const names = Object.getOwnPropertyNames.bind(Object)
  /* oxlint-disable typescript/unbound-method -- called with an explicit `this` */
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
  function notePositions() {
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
    listen.call(document, 'DOMContentLoaded', () => requestAnimationFrame(notePositions))
  }
  watch()
  // Not `document.readyState`, which an image named `readyState` would shadow.
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
  const ownConsole = console
  for (const level of ['warn', 'error'] as const) {
    const write = ownConsole[level]
    ownConsole[level] = (...args: unknown[]) => {
      notes[notes.length] = args.join(' ')
      write.apply(ownConsole, args)
    }
  }
  const before = new Set([...names(window), 'seen', 'seenAgain', 'seenReady', 'seenLoaded', 'failures'])

  function dom() {
    const copy = all.call(document, 'html')[0]!.cloneNode(true) as HTMLElement
    const ours =
      'bb-block,[data-bb-block],[data-bb-bubble],[data-bb-gate],iframe[src*="/embed/"],script[src*="/v1/bb"],script[src*="/v1."],script[src$="/nothing.js"]'
    copy.querySelectorAll(ours).forEach((el) => el.parentNode!.removeChild(el))
    return copy.outerHTML
  }
  Object.defineProperty(window, 'seenReady', { value: () => ready, enumerable: false })
  Object.defineProperty(window, 'seenLoaded', { value: () => loaded, enumerable: false })
  Object.defineProperty(window, 'seenAgain', { value: watch, enumerable: false })
  Object.defineProperty(window, 'seen', {
    enumerable: false,
    value: () => {
      notePositions()
      let moved = 0
      let layoutShift = 0
      first.forEach((top, el) => {
        if (!el.isConnected) return
        const now = topOf(el)
        const distance = Math.abs(now - top)
        const below = Math.max(0, innerHeight - Math.min(top, now))
        moved = Math.max(moved, distance)
        layoutShift = Math.max(layoutShift, (distance / innerHeight) * (below / innerHeight))
      })
      const added = names(window).filter((name) => !before.has(name) && !/^\d+$/.test(name))
      // Old libraries add a `toJSON` that changes the result of `stringify`: remove it for a moment.
      const restores = ['toJSON'].flatMap((name) =>
        [Array.prototype, Object.prototype, String.prototype]
          .filter((one) => Object.hasOwn(one, name))
          .map((one) => {
            const descriptor = Object.getOwnPropertyDescriptor(one, name)!
            delete (one as unknown as Record<string, unknown>)[name]
            return () => Object.defineProperty(one, name, descriptor)
          }),
      )
      const text = stringify({
        events,
        messages,
        violations,
        notes,
        shift,
        moved,
        layoutShift,
        globals: added,
        dom: dom(),
        entries: history.length - length,
        focus: document.activeElement?.localName ?? '',
      })
      for (let n = 0; n < restores.length; n++) restores[n]!()
      return text
    },
  })
}

/** Records the errors of a document, for engines whose console cannot be read from outside. */
function recordFailures() {
  const failures: string[] = []
  addEventListener('error', ({ message }) => message && (failures[failures.length] = message))
  addEventListener('unhandledrejection', ({ reason }) => (failures[failures.length] = String(reason)))
  const write = console.error
  console.error = (...args: unknown[]) => {
    failures[failures.length] = args.join(' ')
    write.apply(console, args)
  }
  Object.defineProperty(window, 'failures', { value: () => failures, enumerable: false })
}

/** Runs first in the product's own documents, where the engine needs it. */
export const FAILURES = `(${recordFailures.toString()})()`

/** The first script of each page. */
export const RECORDER = `(${record.toString()})();if (!window.failures) ${FAILURES}`
