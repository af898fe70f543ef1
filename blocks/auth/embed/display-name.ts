import type { EmbedUser } from '#kernel/browser/embed-page.ts'
import { texts } from './texts/spoken.ts'

/** Display name where one is required: name, else nickname, else `User`. */
export function displayName({ name }: Pick<EmbedUser, 'name'>): string {
  return name ?? texts.user
}
