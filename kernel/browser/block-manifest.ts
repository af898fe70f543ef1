/** What a block says about itself. Pure data: the server, the Studio, the embeds and the packages read it. */
export interface BlockManifest extends BlockPlace {
  /** The plan that the tenant's owner needs in live mode. Test mode is open to every plan. */
  plan: 'free' | 'pro' | 'business'
  /** Other faces of this block that a page can show on their own. */
  also?: readonly BlockPlace[]
}

/** Something that a script tag can put on a page: it has its own `data-block` and its own page. */
export interface BlockPlace {
  /** Its `data-block` and its page `/embed/{name}`. For the block itself also the name of its folder. */
  name: string
  /** Name for creators, in the Studio. Visitors read the title that the page's texts give. */
  title: string
  embed: {
    /**
     * Its own attributes, each one word of letters: the tag's `data-event`, or `data-bb-event`, reaches the page as the
     * query parameter `event`.
     */
    attributes: readonly string[]
    /** Height in CSS pixels that its tag reserves before the block has loaded: the tallest it starts with. */
    height: number
    /** The same for tenants whose visitors sign in through Auth0 alone. */
    heightWithAuth0?: number
    /** CSS pixels of the dialog that `bb('open')` shows it in; 960 when left out. */
    dialogWidth?: number
    /** Loads also where the owner lacks the block's plan: the page itself shows what is unavailable. */
    openWithoutPlan?: true
    /** It loads unseen on pages that ask who is signed in and show no block. Exactly one block says so. */
    holdsSession?: true
    /** A tag with `data-id` alone means this block. Exactly one block says so. */
    namedById?: true
  }
}

/** Everything that a tag can name, each block before its other faces. */
export const placesOf = (manifests: readonly BlockManifest[]): BlockPlace[] =>
  manifests.flatMap((manifest) => [manifest, ...(manifest.also ?? [])])
