import type { ProfilePartLink } from '#kernel/browser/embed-page.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { EmbedRequest, Unit } from '#kernel/unit.ts'

/**
 * The parts of the profile block that a tenant uses, in the order of the units.
 * @param lang language tag of their labels
 */
export async function usedProfileParts(
  kernel: Kernel,
  request: EmbedRequest,
  lang: string,
  from: readonly Unit[],
): Promise<ProfilePartLink[]> {
  const parts = from.flatMap(({ profileParts = {} }) => Object.entries(profileParts))
  const links = await Promise.all(
    parts.map(async ([name, part]) =>
      (await part.isUsed(kernel, request)) ? [{ name, label: part.label(lang) }] : [],
    ),
  )
  return links.flat()
}

/** The parts of all units, for previews without a tenant. */
export const allProfileParts = (lang: string, from: readonly Unit[]): ProfilePartLink[] =>
  from.flatMap(({ profileParts = {} }) =>
    Object.entries(profileParts).map(([name, part]) => ({ name, label: part.label(lang) })),
  )

/** For View as: what the parts read as this viewer. */
export const profileAnswers = (
  kernel: Kernel,
  request: EmbedRequest,
  from: readonly Unit[],
): Promise<Record<string, unknown>[]> =>
  Promise.all(
    from
      .flatMap(({ profileParts = {} }) => Object.values(profileParts))
      .map(async (part) => (await part.answers?.(kernel, request)) ?? {}),
  )
