import type { EmbedSample, ProfilePart } from '#kernel/browser/embed-page.ts'
import type { BlockName } from './registry.ts'

/**
 * What blocks add to the profile of a signed-in member. Each loads when it is opened. The server's half of each is in the block's
 * `routes.ts` (`profileParts`): the label of its button, and whether the tenant uses it.
 */
export const profileParts = {
  tickets: () => import('./tickets/embed/profile/tickets-part.tsx'),
} satisfies Partial<Record<BlockName, () => Promise<ProfilePart>>>

/** What each part reads in a preview without a tenant. */
export const profileSamples = {
  tickets: async () => (await import('./tickets/embed/profile/part-sample.ts')).sampleAnswers(),
} satisfies Record<keyof typeof profileParts, () => Promise<NonNullable<EmbedSample['answers']>>>
