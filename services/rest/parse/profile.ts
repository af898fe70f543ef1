import { errors } from '../errors/table.ts'

/** `Accept-Profile` and `Content-Profile` choose a schema; only one is available. @throws PGRST106 */
export function checkProfile(profile: string | undefined): void {
  if (profile !== undefined && profile !== 'public') throw errors.badSchema(profile.slice(0, 100))
}
