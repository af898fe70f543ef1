/** What the gate knows of a signed-in creator. */
export interface Standing {
  onboarded: boolean
  active: boolean
  tenants: number
}

/** Where `/bolt` leads, in the order of what is missing. `exists` tells which screens there are. */
export function nextStep(
  { onboarded, active, tenants }: Standing,
  exists: (path: string) => boolean,
): string {
  if (!onboarded && exists('/bolt/onboarding')) return '/bolt/onboarding'
  if (!active) return '/bolt/pricing'
  if (tenants === 0) return '/studio/connect'
  return exists('/bolt/blocks') ? '/bolt/blocks' : '/bolt/studio'
}
