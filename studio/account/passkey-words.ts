import type { PasskeyListItem } from '@supabase/auth-js'
import { toast } from '#ui/toast.ts'
import { type AuthFailure, authErrorText } from '../auth/auth-errors.ts'

/** What the person calls it. */
export const nameOf = (passkey: PasskeyListItem) => passkey.friendly_name || 'Passkey'

/** Says why an act failed, unless the person is asked for proof next. */
export function tell(title: string, error: AuthFailure | null) {
  if (error && error.code !== 'insufficient_aal') toast.error(title, authErrorText(error))
}
