import { type FrameMessage, unseal } from '../messages.ts'
import { isBlockName } from './base.ts'
import { closeText } from './close-text.ts'
import { dress } from './dress.ts'
import type { Mount, Page } from './page.ts'

/**
 * Width in pixels until the block's page has sent its own: that of sign-in, the most frequently opened block.
 */
const FIRST_WIDTH = 448

const SCRIM = 'rgb(12 16 24/.6)'

const widthOf = (pixels: number) => `min(${pixels}px, 100% - 32px)`

const dressAll = (el: HTMLElement, styles: Record<string, string>) => {
  for (const [property, value] of Object.entries(styles)) dress(el, property, value)
}

/**
 * `bb('open', 'auth')`: a block in a dialog over the page. Escape, a click outside or the block itself closes
 * it.
 */
export function makePanel(page: Page) {
  let open: HTMLDialogElement | undefined
  const close = (mount?: Mount) => {
    if (open && (!mount || open.contains(mount.el))) open.close()
  }

  /** The page of an opened block sends the width it needs. */
  addEventListener('message', ({ data, origin, source }) => {
    const message = unseal<FrameMessage>(data)
    if (!open || origin !== page.origin || message?.type !== 'ready' || !message.width) return
    const mount = page.mounts.find(({ id, frame }) => id === message.id && frame?.contentWindow === source)
    if (mount && open.contains(mount.el)) dress(open, 'width', widthOf(message.width))
  })

  return {
    close,
    open(block: string, settings: Record<string, string> = {}): void {
      close()
      if (!isBlockName(block)) throw new Error(`"${block}" is not a block name`)
      const dialog = (open = document.createElement('dialog'))
      const place = document.createElement('bb-block')
      for (const [name, value] of Object.entries({ tenant: page.tenant, ...settings, block }))
        place.setAttribute(`data-${name}`, value)
      place.dataset.bbPanel = ''
      // Set its position too: common resets such as `* { margin: 0 }` override the browser's default, and the
      // dialog would appear in a corner.
      dressAll(dialog, {
        position: 'fixed',
        inset: '0',
        height: 'fit-content',
        margin: 'auto',
        width: widthOf(FIRST_WIDTH),
        'max-width': 'none',
        'max-height': 'calc(100% - 32px)',
        padding: '0',
        border: '0',
        overflow: 'auto',
        'border-radius': '14px',
        background: 'transparent',
        'box-shadow': `0 0 0 100vmax ${SCRIM}`,
      })
      const shut = document.createElement('button')
      shut.type = 'button'
      shut.textContent = '×'
      shut.setAttribute('aria-label', closeText(settings['locale'] || document.documentElement.lang))
      dressAll(shut, {
        width: '44px',
        height: '44px',
        padding: '0',
        border: '0',
        'border-radius': '50%',
        background: SCRIM,
        color: '#fff',
        font: '28px/1 system-ui',
        cursor: 'pointer',
      })
      // Place the button above the block's corner, with space for its focus ring, so that it covers no
      // content. The strip is as dark as the scrim around the dialog. A background on the dialog itself would
      // count as the background behind the block.
      const strip = document.createElement('div')
      dressAll(strip, {
        display: 'flex',
        'justify-content': 'flex-end',
        padding: '4px 4px 8px',
        background: SCRIM,
      })
      strip.append(shut)
      // Close on a click on the button, beside it, or outside the dialog.
      dialog.addEventListener('click', ({ target }) => place.contains(target as Node) || dialog.close())
      dialog.addEventListener('close', () => {
        dialog.remove()
        if (open === dialog) open = undefined
      })
      dialog.append(strip, place)
      document.body.append(dialog)
      dialog.showModal()
    },
  }
}
