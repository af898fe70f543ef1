import type { WireSession, WireUser } from '#blocks/auth/endpoints.ts'
import type { EmbedFactor, EmbedUser } from '#kernel/browser/embed-page.ts'

/** Converts the service's user object into the one that views use. */
export function readUser(user: WireUser): EmbedUser {
  const { id, email, email_confirmed_at, created_at, user_metadata: metadata = {} } = user
  const name = [metadata['name'], metadata['nickname']].find((n) => typeof n === 'string' && n.trim() !== '')
  return {
    id,
    email: email || null,
    name: (name as string | undefined) ?? null,
    verified: Boolean(email && email_confirmed_at),
    since: created_at ?? null,
  }
}

/**
 * The factors this session still needs: the account has verified factors, but the token shows that none was
 * used.
 */
export function pendingFactors({
  access_token,
  user,
}: Pick<WireSession, 'access_token' | 'user'>): EmbedFactor[] | null {
  const proven = (user.factors ?? []).filter(({ status }) => status === 'verified')
  if (!proven.length || assurance(access_token) !== 'aal1') return null
  return proven.map(({ id, factor_type, friendly_name }) => ({
    id,
    type: factor_type,
    name: friendly_name || null,
  }))
}

/** The `aal` claim of an access token. Not verified here; the server enforces it. */
function assurance(token: string): unknown {
  try {
    const payload = token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/')
    return (JSON.parse(atob(payload)) as { aal?: unknown }).aal
  } catch {
    return undefined
  }
}
