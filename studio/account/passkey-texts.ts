import type { PasskeyListItem } from '@supabase/auth-js'
import { toast } from '#ui/toasts/toast.ts'
import { type AuthFailure, authErrorText } from '../auth/auth-errors.ts'

/** The passkey's display name. */
export const passkeyName = (passkey: PasskeyListItem) => passkey.friendly_name || 'Passkey'

/** Shows why an action failed, unless a step-up dialog follows. */
export function showFailure(title: string, error: AuthFailure | null) {
  if (error && error.code !== 'insufficient_aal') toast.error(title, authErrorText(error))
}
