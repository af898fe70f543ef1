// Finds blocks on the host page: tags, our elements, and those that are added or moved later.
import { tagAddress } from './base.ts'
import { mountBlock, sweep } from './mount.ts'
import { note } from './note.ts'
import { attribute } from './settings.ts'
import { page } from './state.ts'

const PLACES = 'bb-block,[data-bb-block],script[data-block],script[data-id],[data-bb-show],[data-bb-gate]'
/**
 * A tag with the element it created. Not a `WeakMap`, because pages may define their own global of that name.
 */
type Tag = HTMLScriptElement & { bb?: HTMLElement }
/** Tags whose target, or whose body, does not exist yet. */
const waiting: Tag[] = []

/** Mounts all blocks of the document, and those that are added later. */
export function watchPlaces(): void {
  customElements.define(
    'bb-block',
    // Elements inside other shadow roots are found only by this callback.
    class extends HTMLElement {
      connectedCallback() {
        void mountBlock(this)
      }
      disconnectedCallback() {
        sweep()
      }
    },
  )
  scan(document)
  new MutationObserver((records) => {
    for (const record of records)
      for (const node of record.addedNodes) if (node instanceof Element) scan(node)
    for (const tag of waiting.splice(0)) placeTag(tag)
    sweep()
  }).observe(document, { childList: true, subtree: true })
}

/**
 * Places tags that waited for the end of the page. A tag whose target is still missing keeps waiting, and a
 * note is logged.
 */
export function placeWaiting(): void {
  for (const tag of waiting.splice(0)) {
    placeTag(tag)
    if (waiting.includes(tag)) note('no data-target', attribute(tag, 'target'))
  }
}

function scan(root: Document | Element): void {
  for (const el of [root as HTMLElement, ...root.querySelectorAll<HTMLElement>(PLACES)]) {
    // The document is not an element, and an added element need not be a block itself.
    if (!el.matches?.(PLACES)) continue
    if (el instanceof HTMLScriptElement) {
      const from = tagAddress(el)
      if (!from) continue
      if (from.folder !== page.folder) note('two versions:', from.folder, page.folder)
      placeTag(el)
    } else if (el.dataset.bbShow) page.wake()
    else void mountBlock(el)
  }
}

/**
 * Creates the element of a tag: in its target, after the tag, or at the end of the page if the tag is in the
 * head.
 */
function placeTag(tag: Tag): void {
  if (tag.bb?.isConnected) return
  const selector = attribute(tag, 'target')
  const inHead = tag.closest('head')
  const parent = selector ? find(selector) : inHead ? document.readyState !== 'loading' && document.body : tag
  if (!parent) {
    waiting.push(tag)
    return
  }
  const beside = tag.nextElementSibling
  // A restored snapshot of the page contains both a tag and its element.
  const el = beside?.matches('[data-bb-made]') ? (beside as HTMLElement) : document.createElement('bb-block')
  for (const { name, value } of tag.attributes) if (name.startsWith('data-')) el.setAttribute(name, value)
  el.dataset.bbMade = ''
  // The tag itself may have reserved the height until now: our snippet styles it as an empty box.
  el.dataset.height ??= tag.style.minHeight
  el.style.margin = tag.style.margin
  tag.style.display = 'none'
  tag.bb = el
  if (parent === tag) tag.after(el)
  else parent.append(el)
}

function find(selector: string): Element | null | undefined {
  try {
    return document.querySelector(selector)
  } catch {
    return undefined
  }
}
