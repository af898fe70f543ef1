// Finds the places of blocks on the host page: tags, elements of ours, and what is added or moved later.
import { tagAddress } from './base.ts'
import { mountBlock, sweep } from './mount.ts'
import { note } from './note.ts'
import type { Page } from './page.ts'
import { attribute } from './settings.ts'
import { texts } from './texts.ts'

const PLACES = 'bb-block,[data-bb-block],script[data-block],script[data-id],[data-bb-show]'
const MADE = '[data-bb-made]'
const placeOf = new WeakMap<Element, HTMLElement>()
/** Tags whose target, or whose body, is not there yet. */
const waiting = new Set<HTMLScriptElement>()

/** Mounts all blocks of the document, and from now on those that come later. */
export function watchPlaces(page: Page): void {
  if (!customElements.get('bb-block')) {
    // Elements inside other people's shadow roots are seen by nobody else.
    customElements.define(
      'bb-block',
      class extends HTMLElement {
        connectedCallback() {
          mountBlock(page, this)
        }
        disconnectedCallback() {
          sweep(page)
        }
      },
    )
  }
  scan(page, document)
  new MutationObserver((records) => {
    for (const record of records)
      for (const node of record.addedNodes) if (node instanceof Element) scan(page, node)
    for (const tag of waiting) placeTag(tag)
    sweep(page)
  }).observe(document, { childList: true, subtree: true })
}

/** Places tags that waited for the end of the page; one whose target is still missing goes on waiting, with a note. */
export function placeWaiting(): void {
  for (const tag of waiting) {
    placeTag(tag)
    if (waiting.has(tag)) note(texts.noTarget, attribute(tag, 'target'))
  }
}

function scan(page: Page, root: Document | Element): void {
  const found = [...root.querySelectorAll<HTMLElement>(PLACES)]
  if (root instanceof HTMLElement && root.matches(PLACES)) found.push(root)
  for (const el of found) {
    if (el instanceof HTMLScriptElement) {
      if (tagAddress(el)) placeTag(el)
    } else if (el.dataset.bbShow) void page.needMore()
    else mountBlock(page, el)
  }
}

/** Makes the element of a tag: in its target, after the tag, or at the page's end when the tag stands in the head. */
function placeTag(tag: HTMLScriptElement): void {
  if (placeOf.get(tag)?.isConnected) return
  const selector = attribute(tag, 'target')
  const inHead = tag.closest('head')
  const parent = selector ? find(selector) : inHead ? document.readyState !== 'loading' && document.body : tag
  if (!parent) {
    waiting.add(tag)
    return
  }
  waiting.delete(tag)
  const beside = tag.nextElementSibling
  // A restored snapshot of the page brings a tag and its element back together.
  const el = beside?.matches(MADE) ? (beside as HTMLElement) : document.createElement('bb-block')
  for (const { name, value } of tag.attributes) if (name.startsWith('data-')) el.setAttribute(name, value)
  el.dataset.bbMade = ''
  placeOf.set(tag, el)
  if (parent === tag) tag.after(el)
  else parent.append(el)
}

function find(selector: string): Element | null {
  try {
    return document.querySelector(selector)
  } catch {
    return null
  }
}
