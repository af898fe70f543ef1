import type { MeasuredPage } from './measured-page.ts'
import type { Outbox } from './outbox.ts'

type BlockEvent = CustomEvent<{ block?: string; restored?: boolean }>

/** What ends a block's purpose. */
const DONE = ['purchase', 'submitted', 'signed-in']

/** Reports what visitors do with each block: seen, opened, started (a message of its frame), done, error. Each once for an element. */
export function countSteps(outbox: Outbox, page: MeasuredPage): void {
  // Not a `Set` of elements in a `WeakMap`: pages may define their own globals of those names.
  const reported: string[] = []
  const report = (at: number, block: string, step: string) => {
    const key = `${at} ${block}:${step}`
    if (reported.includes(key)) return
    reported.push(key)
    outbox.add('block', `${block}:${step}`)
  }
  const elements: Element[] = []
  const placeOf = (el: Element) => {
    if (!elements.includes(el)) elements.push(el)
    return elements.indexOf(el)
  }
  const blockOf = (el: Element) => page.mounts.find((mount) => mount.el === el)?.settings.block

  const watch = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        const block = isIntersecting && blockOf(target)
        if (!block) continue
        watch.unobserve(target)
        report(placeOf(target), block, 'seen')
      }
    },
    // Not what only touches the edge of the window.
    { rootMargin: '-10% 0%' },
  )
  function opened(el: Element, block: string): void {
    report(placeOf(el), block, 'opened')
    watch.observe(el)
  }
  /** The event came from the block's element, whose block it names. */
  const on = (type: string, step: (el: Element, block: string, detail: BlockEvent['detail']) => void) =>
    addEventListener(`bb:${type}`, (event) => {
      const { detail, target } = event as BlockEvent
      const el = (event.composedPath()[0] ?? target) as Element
      if (detail?.block && blockOf(el)) step(el, detail.block, detail)
    })

  for (const { el, settings, ready } of page.mounts) if (ready) opened(el, settings.block)
  on('ready', opened)
  on('error', (el, block) => report(placeOf(el), block, 'error'))
  for (const type of DONE)
    on(type, (el, block, { restored }) => {
      // A session of an earlier visit is nothing that the visitor did.
      if (!restored) report(placeOf(el), block, 'done')
    })
}
