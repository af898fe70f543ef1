import type { WireSession, WireUser } from '#blocks/auth/endpoints.ts'
import type { EmbedFactor, EmbedUser } from '#kernel/browser/embed-page.ts'

/** Who the answer of the service is about, as views show them. */
export function readUser(user: WireUser): EmbedUser {
  const { id, email, email_confirmed_at, created_at, user_metadata: told = {} } = user
  const name = [told['name'], told['nickname']].find((n) => typeof n === 'string' && n.trim() !== '')
  return {
    id,
    email: email || null,
    name: (name as string | undefined) ?? null,
    verified: Boolean(email && email_confirmed_at),
    since: created_at ?? null,
  }
}

/** The factors that this session still lacks: the account has proven ones, and the token says that none was used. */
export function owedFactors({
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

/** Claim `aal` of an access token; read, not believed: the server holds it. */
function assurance(token: string): unknown {
  try {
    const payload = token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/')
    return (JSON.parse(atob(payload)) as { aal?: unknown }).aal
  } catch {
    return undefined
  }
}
