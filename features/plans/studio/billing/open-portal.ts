import { CallError, callErrorText } from '#kernel/browser/call.ts'
import { call } from '#studio/api.ts'
import { boltPortal } from '#features/plans/endpoints.ts'

/** Makes a link into the provider's portal that leads back to a page of ours. */
export async function portalUrl(returnTo: string): Promise<string> {
  const { url } = await call(boltPortal, { return_url: location.origin + returnTo })
  return url
}

/** True where the creator never had anything to do with the provider. */
export const hasNoCustomer = (error: unknown): boolean =>
  error instanceof CallError && error.code === 'no_billing'

/** What a press of Manage Billing says when it fails. */
export function portalFailure(error: unknown): string {
  if (hasNoCustomer(error)) return 'No billing information found. Please subscribe to a plan first.'
  return callErrorText(error, 'Failed to open billing portal. Please try again.')
}

/** What stands in the place of a portal link that could not be prepared. */
export function portalLinkFailure(error: unknown): string {
  if (error instanceof CallError && error.status === 401)
    return "You're not signed in. Please log in to manage billing."
  if (hasNoCustomer(error)) return "We couldn't find your billing profile yet. It may take a moment to sync."
  return 'Could not load billing portal.'
}
