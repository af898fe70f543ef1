import type { UserRow } from '../accounts/user-body.ts'

const text = (value: unknown) => (typeof value === 'string' && value ? value : undefined)

/** The claims of a member that these scopes grant (OpenID Connect Core 5.1 and 5.4). */
export function claimsOf(user: UserRow, scopes: string[]): Record<string, unknown> & { sub: string } {
  const about = user.raw_user_meta_data
  const claims = {
    ...(scopes.includes('email') && user.email
      ? { email: user.email, email_verified: Boolean(user.email_confirmed_at) }
      : {}),
    ...(scopes.includes('phone') && user.phone
      ? { phone_number: `+${user.phone}`, phone_number_verified: Boolean(user.phone_confirmed_at) }
      : {}),
    ...(scopes.includes('profile')
      ? {
          name: text(about.full_name) ?? text(about.name),
          picture: text(about.avatar_url) ?? text(about.picture),
          updated_at: Math.floor(new Date(user.updated_at).getTime() / 1000),
        }
      : {}),
  }
  return { sub: user.id, ...claims }
}
