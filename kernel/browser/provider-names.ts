/** Provider names with their own spelling. For other providers the id is capitalized. */
const NAMES: Record<string, string> = {
  azure: 'Microsoft',
  github: 'GitHub',
  gitlab: 'GitLab',
  linkedin: 'LinkedIn',
  linkedin_oidc: 'LinkedIn',
  slack_oidc: 'Slack',
  workos: 'WorkOS',
  email: 'Email',
  phone: 'Phone',
}

/** Display name of a provider: `google` is Google, `custom:my-works` is My works. */
export function providerName(id: string): string {
  if (Object.hasOwn(NAMES, id)) return NAMES[id]!
  const words = id.replace(/^custom:/, '').replaceAll(/[-_]+/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
