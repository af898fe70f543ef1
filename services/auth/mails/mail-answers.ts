/** The first of two mailboxes agreed to a change of address (words of supabase/auth, which clients show). */
export const ONE_MAILBOX_MORE =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/** The address with the code for the client that keeps the verifier. */
export function withCode(page: string, code: string): string {
  const target = new URL(page)
  target.searchParams.set('code', code)
  return target.href
}
