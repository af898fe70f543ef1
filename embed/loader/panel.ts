import type { Mount, Page } from './page.ts'
import { closeText } from './texts.ts'

const SCRIM = 'rgb(12 16 24/.6)'

/** `bb('open', 'auth')`: a block in a dialog over the page; Escape, a click beside it or the block itself closes it. */
export function makePanel(page: Page) {
  let open: HTMLDialogElement | undefined
  const close = (mount?: Mount) => {
    if (open && (!mount || open.contains(mount.el))) open.close()
  }

  return {
    close,
    open(block: string, settings: Record<string, string> = {}): void {
      close()
      const dialog = (open = document.createElement('dialog'))
      const place = document.createElement('bb-block')
      for (const [name, value] of Object.entries({ tenant: page.tenant, ...settings, block }))
        place.setAttribute(`data-${name}`, value)
      place.dataset.bbPanel = ''
      // Everything by the style object: a strict policy of the page forbids style elements and attributes.
      Object.assign(dialog.style, {
        width: block === 'auth' ? 'min(448px, 100% - 32px)' : 'min(960px, 100% - 32px)',
        maxWidth: 'none',
        maxHeight: 'calc(100% - 32px)',
        padding: '0',
        border: '0',
        overflow: 'auto',
        borderRadius: '14px',
        background: 'transparent',
        boxShadow: `0 0 0 100vmax ${SCRIM}`,
      })
      const shut = document.createElement('button')
      shut.type = 'button'
      shut.textContent = '×'
      shut.setAttribute('aria-label', closeText)
      Object.assign(shut.style, {
        display: 'block',
        width: '100%',
        padding: '8px 12px',
        border: '0',
        background: SCRIM,
        color: '#fff',
        font: '28px/1 system-ui',
        textAlign: 'right',
        cursor: 'pointer',
      })
      shut.addEventListener('click', () => dialog.close())
      dialog.addEventListener('click', (event) => event.target === dialog && dialog.close())
      dialog.addEventListener('close', () => {
        dialog.remove()
        if (open === dialog) open = undefined
      })
      dialog.append(shut, place)
      document.body.append(dialog)
      dialog.showModal()
    },
  }
}
