import { isBlockName, namedById } from './base.ts'
import { loadFrame } from './frame.ts'
import { refreshLooks } from './looks.ts'
import { note } from './note.ts'
import { type Mount, mountOf } from './page.ts'
import { page } from './state.ts'
import { attribute, readSettings, reservedHeight } from './settings.ts'

let watch: IntersectionObserver | undefined

/**
 * Turns an element into a block: reserves the height now, and loads the frame when it is near the viewport.
 */
export async function mountBlock(el: HTMLElement): Promise<void> {
  if (mountOf(page, el)) return
  page.attach()
  const block =
    attribute(el, 'block') || (attribute(el, 'gate') && 'gate') || (attribute(el, 'id') && namedById)
  if (!isBlockName(block)) return note('bad block name', block)
  const settings = readSettings(el, block)
  settings.tenant ||= page.tenant
  // A copied snapshot of the page may contain a dead frame of ours.
  el.querySelector(':scope > iframe')?.remove()
  el.style.display = 'block'
  const room = reservedHeight(el, block, settings.tenant)
  el.style.minHeight = `${room}px`
  const mount: Mount = {
    id: `${Math.random()}`,
    el,
    settings,
    room,
    load: () => mount.frame ?? loadFrame(mount),
  }
  page.mounts.push(mount)
  // The first paint has the page's look, so the chunk that reads it comes first. Without that, the frame waits only
  // until the page's other blocks are known, because the last one has the "Powered by" line.
  await (settings.theme === 'auto' && page.loadMore().catch(note))
  // In view, or above: on a slow phone the observer would report it a quarter of a second later. The element may have
  // been removed meanwhile, and may have come back with another mount.
  if (page.awaited || (el.checkVisibility?.() && el.getClientRects()[0]!.y < innerHeight))
    return mountOf(page, el)?.load()
  watch ??= new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) mountOf(page, target)?.load()
    },
    // Blocks further from the viewport wait.
    { rootMargin: '500px' },
  )
  watch.observe(el)
}

/** Drops mounts that are no longer in the document, so that they start again if they come back. */
export function sweep(): void {
  page.mounts = page.mounts.filter((mount) => {
    if (mount.el.isConnected) return true
    clearTimeout(mount.patience)
    mount.frame?.remove()
    watch?.unobserve(mount.el)
    // Another block now has the "Powered by" line.
    setTimeout(refreshLooks)
    return false
  })
}
