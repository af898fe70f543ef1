import { factsOf } from './base.ts'
import { loadFrame } from './frame.ts'
import { note } from './note.ts'
import type { Mount, Page } from './page.ts'
import { attribute, readSettings, reservedHeight } from './settings.ts'
import { texts } from './texts.ts'

/** Blocks further away from the screen than this wait. */
const NEAR = '500px'

let watch: IntersectionObserver | undefined

/** Makes an element the place of its block: reserves the height now, loads the frame when it comes near. */
export function mountBlock(page: Page, el: HTMLElement): void {
  if (page.mounts.has(el)) return
  // A creator's own block is named by its id alone.
  const block = attribute(el, 'block') || (attribute(el, 'id') && 'my-block')
  const facts = factsOf(block)
  if (!facts) return note(block, texts.noBlock)
  const settings = readSettings(el, block, facts)
  settings.tenant ||= page.tenant
  // A copied snapshot of the page may carry a dead frame of ours.
  el.querySelector(':scope > iframe')?.remove()
  el.style.display = 'block'
  const height = reservedHeight(el, facts)
  el.style.minHeight = `${height}px`
  const mount: Mount = {
    id: Math.random().toString(36).slice(2),
    el,
    settings,
    ready: false,
    checkout: [],
    load: () => mount.frame ?? loadFrame(page, mount, height),
  }
  page.mounts.set(el, mount)
  // Somebody comes back from a payment or a mail: they wait for the answer now.
  if (page.codes.order || page.codes.session) return mount.load()
  watch ??= new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) page.mounts.get(target)?.load()
    },
    { rootMargin: NEAR },
  )
  watch.observe(el)
}

/** Forgets mounts that are no longer in the document, so that they start anew when they come back. */
export function sweep(page: Page): void {
  for (const [el, mount] of page.mounts) {
    if (el.isConnected) continue
    clearTimeout(mount.patience)
    mount.frame?.remove()
    watch?.unobserve(el)
    page.mounts.delete(el)
  }
}
