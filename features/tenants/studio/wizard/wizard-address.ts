/** The current step of the tenant wizard. The third step belongs to a created tenant. */
export type WizardPlace = { step: 1 } | { step: 2 } | { step: 3; tenant: string }

/** Reads the step from a query; an incomplete or unknown one is the first step. */
export function readWizardPlace(query: URLSearchParams): WizardPlace {
  const tenant = query.get('tenant')
  if (query.get('step') === '3' && tenant) return { step: 3, tenant }
  return { step: query.get('step') === '2' ? 2 : 1 }
}

/** Returns the query of a step. */
export function writeWizardPlace(place: WizardPlace): string {
  if (place.step === 1) return ''
  const query = new URLSearchParams({ step: String(place.step) })
  if (place.step === 3) query.set('tenant', place.tenant)
  return `?${query}`
}
