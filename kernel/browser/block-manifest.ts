/** What a block says about itself; pure data, read by server, Studio, embeds and the build of the script tag. */
export interface BlockManifest {
  /** Its folder, its `data-block` and its page `/embed/{name}`. */
  name: string
  /** For people, also the accessible name of its frame. */
  title: string
  /** The plan of the tenant's owner that the block needs in live mode. */
  plan: 'free' | 'pro' | 'business'
  embed: {
    /** The block's own `data-…` attributes, passed on to its page as query parameters of the same name. */
    attributes: readonly string[]
    /**
     * Height in CSS pixels kept free before the block has told its own: [from this container width, height],
     * narrowest first.
     */
    reserve: readonly (readonly [minWidth: number, height: number])[]
  }
}
