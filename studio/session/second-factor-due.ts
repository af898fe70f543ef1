/** The fields of a session that determine whether a second step is due. */
export interface SessionParts {
  access_token: string
  user: { factors?: readonly { status: string }[] }
}

/**
 * Returns whether the user has a verified second factor but has not used it in this session. Same rule as the
 * official client's getAuthenticatorAssuranceLevel, but synchronous. An unreadable token counts as the lower
 * level.
 */
export function secondFactorDue({ access_token, user }: SessionParts): boolean {
  return (user.factors ?? []).some(({ status }) => status === 'verified') && levelOf(access_token) !== 'aal2'
}

/** Returns the assurance level in an access token. */
function levelOf(token: string): unknown {
  try {
    const payload = token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/')
    return (JSON.parse(atob(payload)) as { aal?: unknown }).aal
  } catch {
    return undefined
  }
}
