import { type FrameMessage, unseal } from '../messages.ts'
import { isBlockName } from './base.ts'
import { dress } from './dress.ts'
import type { Mount, Page } from './page.ts'
import { closeText } from './words.ts'

/** Pixels until the block's page has said its own width: those of the sign-in, the block that is opened most. */
const FIRST_WIDTH = 448

const SCRIM = 'rgb(12 16 24/.6)'

const widthOf = (pixels: number) => `min(${pixels}px, 100% - 32px)`

const dressAll = (el: HTMLElement, styles: Record<string, string>) => {
  for (const [property, value] of Object.entries(styles)) dress(el, property, value)
}

/** `bb('open', 'auth')`: a block in a dialog over the page; Escape, a click beside it or the block itself closes it. */
export function makePanel(page: Page) {
  let open: HTMLDialogElement | undefined
  const close = (mount?: Mount) => {
    if (open && (!mount || open.contains(mount.el))) open.close()
  }

  /** The page of an opened block says how wide it wants to be. */
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
      // Its place, too: resets as common as `* { margin: 0 }` take the browser's own away, and the dialog would stand in a corner.
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
      // Above the block's corner, with room for the ring of focus: over the block it would lie on what stands there. In the
      // window it is as dark as around it; all of that as the window's own background would count as what is behind the block.
      const strip = document.createElement('div')
      dressAll(strip, {
        display: 'flex',
        'justify-content': 'flex-end',
        padding: '4px 4px 8px',
        background: SCRIM,
      })
      strip.append(shut)
      // The button, what is beside it, and what is beside the window.
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
