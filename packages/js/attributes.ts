import type { BlockName, BlocksTheme } from './types.ts'

/** Settings of a block's element, independent of the framework that creates it. */
export interface BlockSettings {
  block: BlockName
  /** Id of a block that you created (`my-block`). */
  id?: string | undefined
  /** Public key of the tenant; the one that the script was loaded with when left out. */
  tenant?: string | undefined
  theme?: BlocksTheme | undefined
  /** `none` leaves out the block's own heading, for pages that have one above it. */
  heading?: 'none' | undefined
  /** Language of the texts; the page's language when left out. */
  locale?: string | undefined
  /** The block's own attributes, such as `{ event: '…' }`. */
  data?: Record<string, string> | undefined
  /** Pixels to reserve before the block has loaded, if the default height makes the content below move. */
  height?: number | undefined
}

declare const __BB_BLOCKS__: Record<string, { title: string; height: number; heightWithoutHeading?: number }>
/** Titles and heights of the blocks, taken from their manifests at build time. */
const facts = __BB_BLOCKS__

/** Attributes of the element, without empty ones. */
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

/** Pixels that the element reserves from its first paint on, so that nothing moves when the block loads. */
export function roomOf({ block, height, heading }: BlockSettings): number | undefined {
  const known = Object.hasOwn(facts, block) ? facts[block] : undefined
  return height ?? ((heading && known?.heightWithoutHeading) || known?.height)
}

/** A link to the block's own page, for visitors without scripts and for pages that block the script. */
export function linkOf(
  host: string,
  settings: BlockSettings,
  tenant?: string,
): { href: string; text: string } {
  const { block, id, theme, locale } = settings
  const parameters = { ...settings.data, tenant: settings.tenant ?? tenant, id, theme, locale }
  const query = new URLSearchParams(
    Object.entries(parameters).filter((pair): pair is [string, string] => Boolean(pair[1])),
  )
  const text = Object.hasOwn(facts, block) ? facts[block]!.title : block
  return { href: `${host.replace(/\/+$/, '')}/embed/${encodeURIComponent(block)}?${query}`, text }
}
