import type { AuthFailure } from '../auth/auth-errors.ts'
import type { Proof } from '../auth/step-up.tsx'
import { accessToken } from '../session/auth-client.ts'
import { config } from '../config.ts'

/**
 * Deletes the caller's account and everything it owns. The server refuses while a plan is active and returns
 * the reason.
 */
export async function deleteAccount(proof: Proof): Promise<{ error: AuthFailure | null }> {
  const response = await fetch(`${config.url}/functions/v1/delete-account`, {
    method: 'POST',
    headers: {
      apikey: config.anonKey,
      authorization: `Bearer ${(await accessToken()) ?? config.anonKey}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(proof),
  }).catch(() => undefined)
  if (!response) return { error: { status: 0 } }
  if (response.ok) return { error: null }
  const body = (await response.json().catch(() => ({}))) as { error?: string; code?: string }
  return { error: { status: response.status, code: body.code, message: body.error } }
}
