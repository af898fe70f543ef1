import type { EmbedPageData } from '#kernel/browser/embed-page.ts'
import type { texts } from './texts/en.ts'

export type FrameWords = (typeof texts)['frame']

/** What travels from the server to the page's script, inside the document. */
export interface Boot {
  /** Name of the page, as in its address. */
  page: string
  data: EmbedPageData
  /** CSS pixels of the dialog that the block opens in. */
  width: number
  /** Addresses of the theme style sheets, by theme. */
  themes: Record<string, string>
  /** The same of the fonts that we serve, by id. */
  fonts: Record<string, string>
  /** What stands below and around the page, in its language. */
  words: FrameWords
  /** Addresses of the module that wakes the page up, of the one that changes its colours, and of all that waking needs. */
  awake: string
  look: string
  views: string[]
}

export const ROOT_ID = 'bb'
export const BOOT_ID = 'bb-data'
/** Style rules that make a theme this tenant's, or this host page's. */
export const LOOK_ID = 'bb-look'
/** Attribute of the style element that holds all sheets of first view: their addresses. */
export const SHEETS = 'data-sheets'
