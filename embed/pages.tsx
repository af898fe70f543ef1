import { embeds } from '#blocks/embeds.tsx'
import type { EmbedPageModule } from '#kernel/browser/embed-page.ts'

export type LoadPage = () => Promise<EmbedPageModule>

/** Every page by the last segment of its URL, `/embed/{page}`. */
export const pages: Record<string, LoadPage> = Object.assign(
  { refused: () => import('./refused-page.tsx') } as Record<string, LoadPage>,
  ...Object.values(embeds),
)
