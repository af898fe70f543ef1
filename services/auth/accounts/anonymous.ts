import { authErrors } from '../errors.ts'
import type { Call } from '../route-table.ts'

/** POST /signup with neither address nor number: a session of a user without either. */
export function signUpAnonymously(
  _call: Call,
  _input: { data?: Record<string, unknown> | null | undefined },
): Promise<Response> {
  throw authErrors.anonymous_provider_disabled()
}
