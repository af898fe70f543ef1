// A round button in the corner of the host page that opens a block in a dialog. Built to `dist/embed/loader/bb-bubble.js`, a script with a
// tag of its own: it is all that a page loads until the first click, and the script tag of blocks does not grow with it.
import { colorLauncher, createLauncher } from './bubble/launcher.ts'
import { type BubbleTag, findBubbleTag } from './bubble/tag.ts'
import { bubbleText } from './bubble/words.ts'
import { dress } from './loader/dress.ts'

declare const __BB_HASH__: string

/** Space between the dialog and the edges of the page: half of what its width leaves on phones. */
const GAP = '16px'

function start(): void {
  const tag = findBubbleTag()
  // One is enough, however many tags a page has.
  if (!tag || document.querySelector('[data-bb-bubble]')) return
  const locale = tag.settings['locale'] || document.documentElement.lang || navigator.language
  const label = tag.settings['label'] || bubbleText(locale)
  const button = createLauncher(label)
  // Another block of the page may have the tag's height, and the label is only for the button.
  const { label: _, ...settings } = tag.settings
  let opening: Promise<unknown> | undefined
  button.addEventListener('click', () => {
    opening ??= open(tag, settings, label)
      .catch(() => location.assign(pageAddress(tag, settings)))
      .finally(() => (opening = undefined))
  })
  const add = () => {
    if (button.isConnected) return
    document.body.append(button)
    colorLauncher(button)
  }
  const watch = () => {
    add()
    // Some pages replace their body on a navigation.
    new MutationObserver(() => document.body && add()).observe(document.documentElement, { childList: true })
  }
  if (document.body) watch()
  else addEventListener('DOMContentLoaded', watch)
}

/** Opens the block in the corner. Its conversation is stored by its frame, and is there again after the dialog was closed. */
async function open(tag: BubbleTag, settings: Record<string, string>, label: string): Promise<void> {
  await loadScript(tag)
  await window.bb!('open', settings['block'], settings)
  const dialog = document.querySelector('dialog > [data-bb-panel]')?.parentElement
  if (!dialog) return
  dialog.setAttribute('aria-label', label)
  const isFromRight = getComputedStyle(dialog).direction === 'rtl'
  dress(dialog, 'margin', isFromRight ? `auto auto ${GAP} ${GAP}` : `auto ${GAP} ${GAP} auto`)
}

/** Loads the script tag of the blocks, unless the page has it. */
function loadScript({ script, folder, settings }: BubbleTag): Promise<void> {
  if (customElements.get('bb-block')) return Promise.resolve()
  const own = document.createElement('script')
  own.src = `${folder}bb.js`
  own.dataset['tenant'] = settings['tenant'] ?? ''
  own.nonce = script.nonce
  if (script.integrity) Object.assign(own, { integrity: __BB_HASH__, crossOrigin: 'anonymous' })
  return new Promise((resolve, reject) => {
    own.addEventListener('load', () => resolve())
    own.addEventListener('error', () => {
      own.remove()
      reject(new Error('not loaded'))
    })
    document.head.append(own)
  })
}

/** The block's own page, for visitors whose browser does not load the script. */
const pageAddress = ({ origin }: BubbleTag, { block, ...settings }: Record<string, string>): string =>
  `${origin}/embed/${block}?${new URLSearchParams(settings)}`

start()
