declare const __BB_NAMED_BY_ID__: string

/** The block that `data-id` alone means; see `embed/vite.loader.config.ts`. */
export const namedById = __BB_NAMED_BY_ID__

/**
 * Whether a name from the page can be a block's. Which blocks exist only the server knows: this script opens blocks
 * that are younger than itself.
 */
export const isBlockName = (name: string): boolean => /^[\w-]+$/.test(name)

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
