/** What of a session tells whether a second step is due. */
export interface SessionParts {
  access_token: string
  user: { factors?: readonly { status: string }[] }
}

/**
 * Whether the person has a verified second factor and has not used it in this session: the rule of the official
 * client's getAuthenticatorAssuranceLevel, answered at once. A token that cannot be read counts as the lower level.
 */
export function secondFactorDue({ access_token, user }: SessionParts): boolean {
  return (user.factors ?? []).some(({ status }) => status === 'verified') && levelOf(access_token) !== 'aal2'
}

/** The assurance level that an access token carries. */
function levelOf(token: string): unknown {
  try {
    const payload = token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/')
    return (JSON.parse(atob(payload)) as { aal?: unknown }).aal
  } catch {
    return undefined
  }
}
