import { backgroundBehind, chooseLook } from './background.ts'
import type { Look } from '../messages.ts'
import { dress } from './dress.ts'
import { note } from './note.ts'
import { fire, isShown, type Mount } from './page.ts'
import { page } from './state.ts'
import { tokensOf } from './tokens.ts'

/** The look of a mount: what the page set with `bb('theme')`, else its tag and the background behind it. */
export function lookOf(mount: Mount): Look {
  const { mode, panel } = chooseLook(backgroundBehind(mount.el))
  const theme = page.look.theme ?? (mount.settings.theme as Look['theme'])
  if (!isShown(page.lined)) page.lined = page.mounts.findLast(({ el }) => isShown(el))?.el
  return {
    ...(theme === 'auto' && page.read?.(mount.el)),
    // Explicit settings of a page override its tenant's.
    ...tokensOf(mount.el, { scheme: page.look.mode, ...page.look }),
    theme,
    mode,
    panel: panel || 'bbPanel' in mount.el.dataset ? '1' : '',
    plain: `${page.lined !== mount.el}`,
  }
}

/** URL of the block's page. Attribute values are encoded as query values. */
export function pageAddress(mount: Mount, look?: Look): string {
  const { block, tenant, theme, passed } = mount.settings
  const framed = look && { ...look, origin: location.origin, frame: mount.id }
  const query = new URLSearchParams({ tenant, theme, ...passed, ...framed })
  return `${page.origin}/embed/${block}?${query}`
}

/** Adds the block's frame to its mount and waits for its first message. */
export function loadFrame(mount: Mount): void {
  const look = lookOf(mount)
  mount.asked = mount.look = JSON.stringify(look)
  const frame = document.createElement('iframe')
  frame.title = mount.settings.block
  frame.allow = 'payment; publickey-credentials-get *'
  frame.src = pageAddress(mount, look)
  mount.frame = frame
  dress(frame, 'all', 'initial')
  dress(frame, 'width', '100%')
  dress(frame, 'height', `${mount.room}px`)
  // A frame whose color scheme differs from its document's is painted opaque.
  dress(frame, 'color-scheme', look.mode)
  mount.el.append(frame)
  showFrame(mount, true)
  const wait = (time: number) => {
    clearTimeout(mount.patience)
    mount.patience = setTimeout(fail, time, mount, 'not_loaded')
  }
  // Something has loaded. A page of ours would send its first message within a second.
  frame.addEventListener('load', () => mount.patience && wait(1000))
  // After this time without a message, the block has failed.
  wait(8000)
}

/** Shows either the frame or the mount's other content: the builder's own fallback, or our link. */
export function showFrame(mount: Mount, shown: boolean): void {
  for (const child of mount.el.children as HTMLCollectionOf<HTMLElement>) {
    if (child === mount.frame) dress(child, 'display', shown ? 'block' : 'none')
    else child.hidden = shown
  }
}

/** Reports at once, without waiting for the timeout, that the page's content policy blocks our frames. */
export function noticePolicy({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent): void {
  if (effectiveDirective !== 'frame-src' || !blockedURI.startsWith(page.origin)) return
  for (const mount of page.mounts)
    if (mount.patience && !mount.ready) fail(mount, 'blocked', `needs frame-src ${page.origin}`)
}

/** Dispatches `bb:error` and, unless prevented, shows the builder's own content again, or a working link. */
export function fail(mount: Mount, code: string, why = code): void {
  clearTimeout(mount.patience)
  mount.patience = 0
  mount.failed = mount.frame
  note(mount.settings.block, why)
  const again = () => {
    mount.frame?.remove()
    mount.frame = undefined
    mount.load()
  }
  addEventListener('online', again, { once: true })
  if (!fire(mount, 'error', { code })) return
  mount.el.style.minHeight = ''
  showFrame(mount, false)
  if (mount.el.children.length > 1) return
  const link = document.createElement('a')
  link.href = pageAddress(mount)
  // Browsers give the new page no opener.
  link.target = '_blank'
  link.textContent = 'Open in a new tab'
  mount.el.append(link)
  const { locale } = mount.settings.passed
  if (locale) page.wake(() => page.translate?.(link, locale))
}
