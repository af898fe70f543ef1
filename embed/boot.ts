import type { EmbedPageData } from '#kernel/browser/embed-page.ts'

/** What travels from the server to the page's script, inside the document. */
export interface Boot {
  /** Name of the page, as in its address. */
  page: string
  data: EmbedPageData
  /** Addresses of the theme style sheets, by theme. */
  themes: Record<string, string>
}

export const ROOT_ID = 'bb'
export const BOOT_ID = 'bb-data'
