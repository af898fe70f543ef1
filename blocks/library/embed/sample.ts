import type { EmbedSample } from '#kernel/browser/embed-page.ts'

export const sample = (): EmbedSample => ({ data: {} })
