/** What the build knows of the blocks, from their manifests; see `embed/vite.loader.config.ts`. */
export type BlockFacts = readonly [
  title: string,
  attributes: readonly string[],
  reserve: readonly (readonly [minWidth: number, height: number])[],
]

declare const __BB_BLOCKS__: Record<string, BlockFacts>
declare const __BB_NAMED_BY_ID__: string
const facts = __BB_BLOCKS__

/** The block that `data-id` alone stands for. */
export const namedById = __BB_NAMED_BY_ID__

/** Facts of a block by its name, which comes from the page and may be anything. */
export function factsOf(block: string): BlockFacts | undefined {
  return Object.hasOwn(facts, block) ? facts[block] : undefined
}

export interface TagAddress {
  origin: string
  /** Where the loader lies, with a slash at the end. */
  folder: string
}

/** Where a script element comes from, when it is a tag of ours: `/v1/bb.js` or `/v1.2.3/bb.js` of any host. */
export function tagAddress(script: unknown): TagAddress | undefined {
  // `instanceof`, since an element named "currentScript" may hide the real property of the document.
  const parts =
    script instanceof HTMLScriptElement && /^((https?:\/\/[^/@]+)\/v1[.\d]*\/)bb\.js([?#]|$)/.exec(script.src)
  return parts ? { origin: parts[2]!, folder: parts[1]! } : undefined
}

/**
 * The tag that runs us. `document.currentScript` is null in modules and where an optimiser runs us later; then the
 * first tag of ours on the page is as good.
 */
export function findTag(): HTMLScriptElement | undefined {
  // Not `document.scripts`, in whose place an element of that name would stand.
  return [document.currentScript, ...document.querySelectorAll('script')].find(tagAddress) as
    | HTMLScriptElement
    | undefined
}
