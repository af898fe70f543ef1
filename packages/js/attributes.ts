import type { BlockName, BlocksTheme } from './types.ts'

/** What a block's element is told, whatever framework makes it. */
export interface BlockSettings {
  block: BlockName
  /** Of a block of your own (`my-block`). */
  id?: string | undefined
  /** Public key; else the one that the script was loaded with. */
  tenant?: string | undefined
  theme?: BlocksTheme | undefined
  /** Language of the texts; else the page's own. */
  locale?: string | undefined
  /** The block's own attributes, such as `{ event: '…' }`. */
  data?: Record<string, string> | undefined
  /** Pixels to keep free before the block is there, where its own guess moves what stands below. */
  height?: number | undefined
}

declare const __BB_BLOCKS__: Record<string, { title: string; room: number }>
/** Titles and heights of the blocks, from their manifests when this was built. */
const facts = __BB_BLOCKS__

/** Attributes of the element, without those that say nothing. */
export function attributesOf(settings: BlockSettings): Record<string, string> {
  const { height, data = {}, ...named } = settings
  const own = Object.entries(data).map(([name, value]) => [`bb-${name}`, value])
  const all = {
    ...named,
    ...Object.fromEntries(own),
    height: height === undefined ? undefined : String(height),
  } as Record<string, string | undefined>
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (value ? [[`data-${name}`, value]] : [])),
  )
}

/** Pixels that the element keeps from its first paint on, so that nothing moves when the block comes. */
export const roomOf = ({ block, height }: BlockSettings): number | undefined =>
  height ?? (Object.hasOwn(facts, block) ? facts[block]!.room : undefined)

/** A link to the block's own page: for visitors without scripts, and where the script is kept out. */
export function linkOf(
  host: string,
  settings: BlockSettings,
  tenant?: string,
): { href: string; text: string } {
  const { block, id, theme, locale } = settings
  const asked = { ...settings.data, tenant: settings.tenant ?? tenant, id, theme, locale }
  const query = new URLSearchParams(
    Object.entries(asked).filter((pair): pair is [string, string] => Boolean(pair[1])),
  )
  const text = Object.hasOwn(facts, block) ? facts[block]!.title : block
  return { href: `${host.replace(/\/+$/, '')}/embed/${encodeURIComponent(block)}?${query}`, text }
}
