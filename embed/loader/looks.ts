// Keeps blocks light or dark with the host page, also when that changes under them.
import { dress } from './dress.ts'
import { lookOf } from './frame.ts'
import { type Page, send } from './page.ts'

/** Tells each frame its colours anew. */
export function refreshLooks(page: Page): void {
  for (const mount of page.mounts) {
    if (!mount.frame) continue
    const look = lookOf(page, mount)
    const told = mount.look
    mount.look = JSON.stringify(look)
    // Attributes of a page change for many reasons, some while it scrolls.
    if (mount.look === told) continue
    dress(mount.frame, 'color-scheme', look.mode)
    send(page, mount, { type: 'look', ...look })
  }
}

/** Watches the usual switches: the visitor's system, and attributes of html and body. Needs a body. */
export function watchLooks(page: Page): void {
  let later: ReturnType<typeof setTimeout>
  const changed = () => {
    refreshLooks(page)
    // Backgrounds often fade; their colour in the middle of it is not the one to go by.
    clearTimeout(later)
    later = setTimeout(refreshLooks, 400, page)
  }
  matchMedia('(prefers-color-scheme:dark)').addEventListener('change', changed)
  const switches = new MutationObserver(changed)
  switches.observe(document.documentElement, { attributes: true })
  switches.observe(document.body, { attributes: true })
}
