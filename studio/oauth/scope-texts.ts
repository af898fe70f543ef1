/** What an application learns from each scope (services/auth/oauth-server/scopes.ts). */
const SCOPE_TEXTS: Record<string, string> = {
  openid: 'That you are the same user',
  email: 'Your email address',
  profile: 'Your name and picture',
  phone: 'Your phone number',
}

export const scopeText = (scope: string): string => SCOPE_TEXTS[scope] ?? scope

/** Returns the host of an http(s) URL; empty for an app's custom scheme or an invalid URL. */
export function hostOf(address: string): string {
  if (!URL.canParse(address)) return ''
  const { protocol, host } = new URL(address)
  return protocol === 'https:' || protocol === 'http:' ? host : ''
}
