import { CallError, callErrorText } from '#kernel/browser/call.ts'
import { call } from '#studio/data/api.ts'
import { boltPortal } from '#features/plans/endpoints.ts'

/** Creates a link to the provider's portal that returns to one of our pages. */
export async function portalUrl(returnTo: string): Promise<string> {
  const { url } = await call(boltPortal, { return_url: location.origin + returnTo })
  return url
}

/** True if the creator has no customer record at the provider. */
export const hasNoCustomer = (error: unknown): boolean =>
  error instanceof CallError && error.code === 'no_billing'

/** The error text when Manage Billing fails. */
export function portalFailure(error: unknown): string {
  if (hasNoCustomer(error)) return 'No billing information found. Please subscribe to a plan first.'
  return callErrorText(error, 'Failed to open billing portal. Please try again.')
}

/** Replaces a portal link that could not be created. */
export function portalLinkFailure(error: unknown): string {
  if (error instanceof CallError && error.status === 401)
    return "You're not signed in. Please log in to manage billing."
  if (hasNoCustomer(error)) return "We couldn't find your billing profile yet. It may take a moment to sync."
  return 'Could not load billing portal.'
}
