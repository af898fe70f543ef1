/** What the gate knows of a signed-in creator. */
export interface Standing {
  onboarded: boolean
  active: boolean
  tenants: number
}

/** Where `/bolt` leads, in the order of what is missing. */
export function nextStep({ onboarded, active, tenants }: Standing): string {
  if (!onboarded) return '/bolt/onboarding'
  if (!active) return '/bolt/pricing'
  return tenants === 0 ? '/studio/connect' : '/bolt/blocks'
}
