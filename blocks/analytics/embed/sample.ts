import type { EmbedSample } from '#kernel/browser/embed-page.ts'
import type { AnalyticsPageData } from './data-types.ts'

/** Two public figures. */
export const sample = (): EmbedSample => ({
  data: {
    shown: {
      figures: [
        { name: 'members', value: 1204 },
        { name: 'visits', value: 48_310 },
      ],
    },
  } satisfies Partial<AnalyticsPageData>,
})
