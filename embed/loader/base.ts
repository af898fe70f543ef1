declare const __BB_NAMED_BY_ID__: string

/** The block that `data-id` alone means; see `embed/vite.loader.config.ts`. */
export const namedById = __BB_NAMED_BY_ID__

/**
 * Whether a name from the page can be a block's name. Only the server knows which blocks exist, so this
 * script also opens blocks that are newer than itself.
 */
export const isBlockName = (name: string): boolean => /^[\w-]+$/.test(name)

export interface TagAddress {
  origin: string
  /** URL of the loader's folder, with a trailing slash. */
  folder: string
}

/** Where a script element was loaded from, if it is our tag: `/v1/bb.js` or `/v1.2.3/bb.js` of any host. */
export function tagAddress(script: unknown): TagAddress | undefined {
  // Checks with `instanceof`, because an element named "currentScript" can shadow the document's property.
  const parts =
    script instanceof HTMLScriptElement && /^((https?:\/\/[^/@]+)\/v1[.\d]*\/)bb\.js([?#]|$)/.exec(script.src)
  return parts ? { origin: parts[2]!, folder: parts[1]! } : undefined
}

/**
 * The tag that runs this script. `document.currentScript` is null in modules and when an optimizer runs the
 * script later; then the first of our tags on the page will do.
 */
export function findTag(): HTMLScriptElement | undefined {
  // Not `document.scripts`, which an element of that name could shadow.
  return [document.currentScript, ...document.querySelectorAll('script')].find(tagAddress) as
    | HTMLScriptElement
    | undefined
}
