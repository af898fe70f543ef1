import { backgroundBehind, chooseLook } from './background.ts'
import type { Look } from '../messages.ts'
import { factsOf } from './base.ts'
import { note } from './note.ts'
import { fire, type Mount, type Page } from './page.ts'
import { texts } from './texts.ts'

/** How long a frame may stay silent before its block counts as failed. */
const PATIENCE_MS = 8000

/** Colours for a mount: what the page said by `bb('theme')`, else its tag and the background behind it. */
export function lookOf(page: Page, mount: Mount): Look {
  const seen = chooseLook(backgroundBehind(mount.el))
  const mode = page.look.mode ?? seen.mode
  return {
    theme: page.look.theme ?? ((mount.settings.theme || undefined) as Look['theme']),
    mode,
    panel: seen.panel || mode !== seen.mode || mount.el.dataset.bbPanel !== undefined,
  }
}

/** Address of the block's page; everything that came from attributes is encoded as a query value. */
export function pageAddress(page: Page, mount: Mount, look?: Look): string {
  const { block, tenant, theme, passed } = mount.settings
  const framed = look && {
    theme: look.theme ?? theme,
    origin: location.origin,
    frame: mount.id,
    mode: look.mode,
    panel: look.panel ? '1' : '',
  }
  const query = new URLSearchParams({ tenant, theme, ...passed, ...framed })
  return `${page.origin}/embed/${block}?${query}`
}

/** Puts the block's frame into its mount and waits for its first word. */
export function loadFrame(page: Page, mount: Mount, height: number): void {
  const look = lookOf(page, mount)
  mount.look = JSON.stringify(look)
  const frame = document.createElement('iframe')
  frame.title = factsOf(mount.settings.block)!.title
  frame.allow = 'payment; publickey-credentials-get *'
  // A frame whose colour scheme differs from its document's is painted opaque.
  frame.style.cssText = `width:100%;height:${height}px;border:0;color-scheme:${look.mode}`
  frame.src = pageAddress(page, mount, look)
  mount.frame = frame
  mount.el.append(frame)
  showFrame(mount, true)
  mount.patience = setTimeout(fail, PATIENCE_MS, page, mount, 'not_loaded', texts.notLoaded)
}

/** Shows either the frame or what else stands in the mount: the builder's own fallback, or our link. */
export function showFrame(mount: Mount, shown: boolean): void {
  for (const child of mount.el.children as HTMLCollectionOf<HTMLElement>) {
    if (child === mount.frame) child.style.display = shown ? 'block' : 'none'
    else child.hidden = shown
  }
}

/** Tells at once, instead of after the waiting, that a content policy of the page keeps our frames out. */
export function watchPolicy(page: Page): void {
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
    if (effectiveDirective !== 'frame-src' || !blockedURI.startsWith(page.origin)) return
    for (const mount of page.mounts.values())
      if (mount.patience && !mount.ready) fail(page, mount, 'blocked', texts.blocked(page.origin))
  })
}

/** Says `bb:error` and, unless that is prevented, shows the builder's own content again, or a working link. */
export function fail(page: Page, mount: Mount, code: string, why: string): void {
  clearTimeout(mount.patience)
  mount.patience = undefined
  note(mount.settings.block, why)
  if (!fire(mount, 'error', { code })) return
  mount.el.style.minHeight = ''
  showFrame(mount, false)
  if (mount.el.children.length > 1) return
  const link = document.createElement('a')
  link.href = pageAddress(page, mount)
  link.target = '_blank'
  link.rel = 'noopener'
  link.textContent = `${factsOf(mount.settings.block)!.title}: ${texts.openElsewhere}`
  mount.el.append(link)
}
