/** Where somebody is in the tenant wizard. The third step is of a tenant that was made. */
export type WizardPlace = { step: 1 } | { step: 2 } | { step: 3; tenant: string }

/** Reads the step out of a query; anything incomplete or unknown is the first. */
export function readWizardPlace(query: URLSearchParams): WizardPlace {
  const tenant = query.get('tenant')
  if (query.get('step') === '3' && tenant) return { step: 3, tenant }
  return { step: query.get('step') === '2' ? 2 : 1 }
}

/** The query of a step. */
export function writeWizardPlace(place: WizardPlace): string {
  if (place.step === 1) return ''
  const query = new URLSearchParams({ step: String(place.step) })
  if (place.step === 3) query.set('tenant', place.tenant)
  return `?${query}`
}
