import type { Language } from './languages.ts'

/** What a block says about itself; pure data, read by server, Studio, embeds and the build of the script tag. */
export interface BlockManifest extends BlockPlace {
  /** The plan of the tenant's owner that the block needs in live mode. */
  plan: 'free' | 'pro' | 'business'
  /** What else of this block can stand on a page by itself. */
  also?: readonly BlockPlace[]
}

/** Something of a block that stands on somebody's page: by its own `data-block`, with a page of its own. */
export interface BlockPlace {
  /** Its `data-block` and its page `/embed/{name}`; for the block itself also its folder. */
  name: string
  /** For people, also the accessible name of its frame. */
  title: string
  /** The same in the other languages, for the link that stands in for it: the loader fetches no words. */
  titles: Record<Exclude<Language, 'en'>, string>
  embed: {
    /** Its own `data-…` attributes, passed on to its page as query parameters of the same name. */
    attributes: readonly string[]
    /**
     * Height in CSS pixels kept free before the block has told its own: [from this container width, height],
     * narrowest first.
     */
    reserve: readonly (readonly [minWidth: number, height: number])[]
    /** CSS pixels of the dialog that `bb('open')` shows it in; 960 when left out. */
    dialogWidth?: number
    /** It stands unseen on pages that ask who is signed in and have no block. One block says so. */
    holdsSession?: true
    /** Of this one there are many: a tag with `data-id` alone means it. One block says so. */
    namedById?: true
  }
}
