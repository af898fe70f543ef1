import type { EmbedPageData } from '#kernel/browser/embed-page.ts'
import type { texts } from './texts/en.ts'

export type FrameWords = (typeof texts)['frame']

/** Data that the server passes to the page's script, inside the document. */
export interface Boot {
  /** Name of the page, as in its URL. */
  page: string
  data: EmbedPageData
  /** Width in CSS pixels of the dialog that the block opens in. */
  width: number
  /** URLs of the theme style sheets, by theme. */
  themes: Record<string, string>
  /** URLs of the fonts we serve, by ID. */
  fonts: Record<string, string>
  /** Strings below and around the page, in its language. */
  words: FrameWords
  /**
   * URLs of the module that hydrates the page, the module that changes its colors, and all modules that
   * hydration needs.
   */
  awake: string
  look: string
  views: string[]
}

export const ROOT_ID = 'bb'
export const BOOT_ID = 'bb-data'
/** Style rules that apply the theme of this tenant or host page. */
export const LOOK_ID = 'bb-look'
/** Attribute of the style element with all first-view style sheets: lists their URLs. */
export const SHEETS = 'data-sheets'
