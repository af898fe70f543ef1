import type { Overlay } from './open-palette.ts'

/** What a key press is judged by. */
export interface Press {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
  defaultPrevented: boolean
  isComposing: boolean
  /** It was meant for a field. */
  typing: boolean
}

/**
 * The overlay that a key asks for: Ctrl-K or Cmd-K anywhere, `?` where nobody is typing. Where the keyboard makes `?`
 * with a modifier of its own (AltGr), the sign still counts.
 */
export function overlayOf(press: Press): Overlay | undefined {
  if (press.defaultPrevented || press.isComposing) return undefined
  const command = press.ctrlKey !== press.metaKey
  if (press.key.toLowerCase() === 'k' && command && !press.altKey && !press.shiftKey) return 'palette'
  if (press.key === '?' && !press.metaKey && !press.typing) return 'keys'
  return undefined
}
