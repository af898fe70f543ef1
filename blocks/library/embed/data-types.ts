import type { EmbedPageData } from '#kernel/browser/embed-page.ts'

export interface LibraryPageData extends EmbedPageData {}
