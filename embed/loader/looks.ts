// Keeps blocks light or dark with the host page, also when the page changes.
import { dress } from './dress.ts'
import { lookOf } from './frame.ts'
import { send } from './page.ts'
import { page } from './state.ts'

/** Sends each frame its look if it has changed. */
export function refreshLooks(): void {
  for (const mount of page.mounts) {
    if (!mount.frame) continue
    const look = lookOf(mount)
    const told = mount.look
    mount.look = JSON.stringify(look)
    // Page attributes change for many reasons, some while scrolling.
    if (mount.look === told) continue
    dress(mount.frame, 'color-scheme', look.mode)
    send(page, mount, { type: 'look', ...look })
  }
}

/** Watches the usual switches: the end of loading, the visitor's system, and attributes of html and body. Needs a body. */
export function watchLooks(): void {
  let later: ReturnType<typeof setTimeout>
  const changed = () => {
    refreshLooks()
    // Backgrounds often fade. The color halfway through would be wrong.
    clearTimeout(later)
    later = setTimeout(refreshLooks, 400)
  }
  // Style sheets may arrive after an async tag.
  addEventListener('load', changed)
  matchMedia('(prefers-color-scheme:dark)').addEventListener('change', changed)
  const switches = new MutationObserver(changed)
  switches.observe(document.documentElement, { attributes: true })
  switches.observe(document.body, { attributes: true })
}
