import { profileParts } from '#blocks/profile-parts.ts'
import type { ProfilePart } from '#kernel/browser/embed-page.ts'

const parts: Partial<Record<string, () => Promise<ProfilePart>>> = profileParts

/** `part` of the EmbedApi. @throws when no block has a part of this name */
export async function loadProfilePart(name: string): Promise<ProfilePart['default']> {
  const load = parts[name]
  if (!load) throw new Error(`No block has a part "${name}" of the profile`)
  const { default: Part, language } = await load()
  const { lang } = document.documentElement
  await language.load(lang)
  language.speak(lang)
  return Part
}
