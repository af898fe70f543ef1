import { profileSamples } from '#blocks/profile-parts.ts'
import type { EmbedSample } from '#kernel/browser/embed-page.ts'

/** Responses to what the parts of a sample profile read. */
export const partAnswers = async (): Promise<NonNullable<EmbedSample['answers']>> =>
  Object.assign({}, ...(await Promise.all(Object.values(profileSamples).map((load) => load()))))
