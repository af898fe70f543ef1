/**
 * Message after the first of two mailboxes has confirmed a change of address. The text is supabase/auth's,
 * and clients show it.
 */
export const CONFIRM_OTHER_MAILBOX =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/** Adds the code for the client that stores the verifier. */
export function withCode(page: string, code: string): string {
  const target = new URL(page)
  target.searchParams.set('code', code)
  return target.href
}
