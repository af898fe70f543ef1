/** Describes a block. Pure data, so that the server, the Studio, the embeds and the packages can all read it. */
export interface BlockManifest extends BlockPlace {
  /** The plan that the tenant's owner needs in live mode. Test mode is open to every plan. */
  plan: 'free' | 'pro' | 'business'
  /** Additional views of this block that a page can embed separately. */
  also?: readonly BlockPlace[]
}

/** Anything that a script tag can embed: it has its own `data-block` value and its own page. */
export interface BlockPlace {
  /** The `data-block` value and the page name in `/embed/{name}`. For the block itself also its folder name. */
  name: string
  /** Name that creators see in the Studio. Visitors see the title from the page's own strings. */
  title: string
  embed: {
    /**
     * Tag attributes specific to this block, each a single word of letters. `data-event` (or `data-bb-event`) reaches
     * the page as the query parameter `event`.
     */
    attributes: readonly string[]
    /** The one of them that names what the block shows, by its id. Without it, the block shows the same everywhere. */
    shows?: string
    /** Height in CSS pixels that the tag reserves before the block has loaded: its tallest initial height. */
    height: number
    /** The same for tenants whose visitors sign in only through Auth0. */
    heightWithAuth0?: number
    /** The same with `data-heading="none"`; only blocks with a heading of their own have it. */
    heightWithoutHeading?: number
    /** Shows cards side by side, which stack where it is narrow: its height grows there. */
    stacks?: true
    /** Width in CSS pixels of the dialog that `bb('open')` opens. Default: 960. */
    dialogWidth?: number
    /** Loads even if the owner's plan lacks the block; the page itself shows what is unavailable. */
    openWithoutPlan?: true
    /** Loads hidden on pages that check the session but show no block. Exactly one block sets this. */
    holdsSession?: true
    /** A tag with only `data-id` refers to this block. Exactly one block sets this. */
    namedById?: true
  }
}

/** Everything a tag can name: each block, followed by its additional views. */
export const placesOf = (manifests: readonly BlockManifest[]): BlockPlace[] =>
  manifests.flatMap((manifest) => [manifest, ...(manifest.also ?? [])])
