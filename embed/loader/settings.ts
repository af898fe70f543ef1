import { namedById } from './base.ts'
import { hintOf } from './hint.ts'

/** The settings of one tag, `<bb-block>` or `<div data-bb-block>`. */
export interface Settings {
  block: string
  tenant: string
  theme: string
  /** Query parameters for the page: locale, env and the block's own attributes. */
  passed: Record<string, string>
}

/** Reads `data-bb-x`, `data-x`, or plain `x` as on our own element. */
export function attribute(el: Element, name: string): string {
  const read = (prefix: string) => el.getAttribute(prefix + name)
  return read('data-bb-') ?? read('data-') ?? read('') ?? ''
}

/** Attributes that only this script uses. Tenant and theme are separate parameters. */
const NOT_PASSED = /^(block|target|height)$/

/**
 * Passes on every single-word attribute, `data-event` or `data-bb-event`, because the script does not know
 * which ones a block has. Attributes of several words belong to other tools.
 */
export function readSettings(el: HTMLElement, block: string): Settings {
  const passed: Record<string, string> = {}
  const spoken = el.closest<HTMLElement>('[lang]')?.lang
  if (spoken) passed['locale'] = spoken
  const own = [...el.attributes].map(({ name }) => /^data-(?:bb-)?([a-z]+)$/.exec(name)?.[1])
  // These are also accepted without a prefix.
  for (const name of ['locale', 'env', block === namedById && 'id', ...own]) {
    const value = name && !NOT_PASSED.test(name) && attribute(el, name)
    if (value) passed[name] = value
  }
  return { block, tenant: attribute(el, 'tenant'), theme: attribute(el, 'theme'), passed }
}

/** Heights for tags copied before tags included their own (1.2.0). Do not add new blocks. */
const EARLY: Record<string, number> = { auth: 402, pay: 334, profile: 234 }

/**
 * Height to reserve in pixels: `data-height`, else the element's own min-height. Where the page has reserved none, a
 * returning member's sign-in block gets the height of the card that they will see.
 */
export function reservedHeight(el: HTMLElement, block: string, tenant: string): number {
  return (
    parseFloat(attribute(el, 'height') || el.style.minHeight) ||
    (block === 'auth' && hintOf(tenant) && 200) ||
    // A name from the page may be `constructor`.
    Number(EARLY[block]) ||
    160
  )
}
