import type { AuthFailure } from '../auth/auth-errors.ts'
import type { Proof } from '../auth/step-up.tsx'
import { accessToken } from '../auth-client.ts'
import { config } from '../config.ts'

/** Deletes the caller's account and everything it owns. The server refuses while a plan is active and returns the reason. */
export async function deleteAccount(proof: Proof): Promise<{ error: AuthFailure | null }> {
  const answer = await fetch(`${config.url}/functions/v1/delete-account`, {
    method: 'POST',
    headers: {
      apikey: config.anonKey,
      authorization: `Bearer ${(await accessToken()) ?? config.anonKey}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(proof),
  }).catch(() => undefined)
  if (!answer) return { error: { status: 0 } }
  if (answer.ok) return { error: null }
  const body = (await answer.json().catch(() => ({}))) as { error?: string; code?: string }
  return { error: { status: answer.status, code: body.code, message: body.error } }
}
