import type { Overlay } from './overlay-state.ts'

/** The fields of a keyboard event that are evaluated. */
export type Press = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'defaultPrevented' | 'isComposing' | 'target'
>

const FIELD = 'input, textarea, select, [contenteditable=true]'

/**
 * Returns the overlay that a key press opens: Ctrl-K or Cmd-K anywhere, `?` outside text fields. `?` also
 * counts on keyboards that need a modifier (AltGr) for it.
 */
export function overlayOf(press: Press): Overlay | undefined {
  if (press.defaultPrevented || press.isComposing) return undefined
  if (press.key === '?')
    return press.metaKey || (press.target as Partial<Element> | null)?.closest?.(FIELD) ? undefined : 'keys'
  const hasCommandModifier = press.ctrlKey !== press.metaKey && !press.altKey && !press.shiftKey
  return hasCommandModifier && /^k$/i.test(press.key) ? 'palette' : undefined
}
