/** What the gate knows about a signed-in creator. */
export interface CreatorProgress {
  onboarded: boolean
  active: boolean
  tenants: number
}

/** Where `/bolt` redirects, by the first missing step. */
export function nextStep({ onboarded, active, tenants }: CreatorProgress): string {
  if (!onboarded) return '/bolt/onboarding'
  if (!active) return '/bolt/pricing'
  return tenants === 0 ? '/studio/connect' : '/bolt/blocks'
}
