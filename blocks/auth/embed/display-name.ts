import type { EmbedUser } from '#kernel/browser/embed-page.ts'
import { texts } from './texts/spoken.ts'

/** What a signed-in visitor is called where nothing but a name will do: name, else nickname, else `User`. */
export function displayName({ name }: Pick<EmbedUser, 'name'>): string {
  return name ?? texts.user
}
