import type { Overlay } from './open-palette.ts'

/** What a key press is judged by. */
export type Press = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'defaultPrevented' | 'isComposing' | 'target'
>

const FIELD = 'input, textarea, select, [contenteditable=true]'

/**
 * The overlay that a key asks for: Ctrl-K or Cmd-K anywhere, `?` where nobody is typing. Where the keyboard makes `?`
 * with a modifier of its own (AltGr), the sign still counts.
 */
export function overlayOf(press: Press): Overlay | undefined {
  if (press.defaultPrevented || press.isComposing) return undefined
  if (press.key === '?')
    return press.metaKey || (press.target as Partial<Element> | null)?.closest?.(FIELD) ? undefined : 'keys'
  const command = press.ctrlKey !== press.metaKey && !press.altKey && !press.shiftKey
  return command && /^k$/i.test(press.key) ? 'palette' : undefined
}
