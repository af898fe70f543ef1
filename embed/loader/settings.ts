import type { BlockFacts } from './base.ts'

/** What one tag, `<bb-block>` or `<div data-bb-block>` asks for. */
export interface Settings {
  block: string
  tenant: string
  theme: string
  /** Query parameters passed on to the page: locale, env and the block's own attributes. */
  passed: Record<string, string>
}

/** Reads `data-bb-x`, `data-x`, or plain `x` as on our own element. */
export function attribute(el: Element, name: string): string {
  const read = (prefix: string) => el.getAttribute(prefix + name)
  return read('data-bb-') ?? read('data-') ?? read('') ?? ''
}

export function readSettings(el: Element, block: string, [, attributes]: BlockFacts): Settings {
  const passed: Record<string, string> = {}
  const spoken = el.closest<HTMLElement>('[lang]')?.lang
  if (spoken) passed['locale'] = spoken
  for (const name of ['locale', 'env', ...attributes]) {
    const value = attribute(el, name)
    if (value) passed[name] = value
  }
  return { block, tenant: attribute(el, 'tenant'), theme: attribute(el, 'theme'), passed }
}

/** Height to keep free: what the builder knows (`data-height`), else the block's own guess for that width. */
export function reservedHeight(el: Element, [, , reserve]: BlockFacts): number {
  return (
    Number.parseFloat(attribute(el, 'height')) || reserve.findLast(([from]) => el.clientWidth >= from)![1]
  )
}
