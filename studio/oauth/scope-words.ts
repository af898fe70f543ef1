/** What an application learns by each scope (services/auth/oauth-server/scopes.ts). */
const WORDS: Record<string, string> = {
  openid: 'That it is you when you come back',
  email: 'Your email address',
  profile: 'Your name and picture',
  phone: 'Your phone number',
}

export const scopeWords = (scope: string): string => WORDS[scope] ?? scope

/** Host of a web address; empty for an app's own scheme, and for nothing. */
export function hostOf(address: string): string {
  if (!URL.canParse(address)) return ''
  const { protocol, host } = new URL(address)
  return protocol === 'https:' || protocol === 'http:' ? host : ''
}
