import { AuthClient } from '@supabase/auth-js'
import { toast } from '#ui/toasts/toast.ts'
import { config } from '../config.ts'
import { SESSION_KEY } from '../data/storage.ts'
import { sessionStore } from './session-store.ts'

let isTold = false

/** Tells the user once that a reload will sign them out. */
function tellOnce(): void {
  if (isTold) return
  isTold = true
  toast.info(
    'You will be signed out when you reload',
    'Your browser could not store the session: its storage is full or blocked for this site.',
  )
}

/** Creates the auth client of the Studio. In a file of its own, because visitors without a session never load it. */
export function makeAuthClient(): InstanceType<typeof AuthClient> {
  return new AuthClient({
    url: `${config.url}/auth/v1`,
    // No authorization header here: the client adds the session's, and a second one would break the
    // request.
    headers: { apikey: config.anonKey },
    storage: sessionStore(() => localStorage, tellOnce),
    storageKey: SESSION_KEY,
    // With PKCE, the code in a redirect is useless without the verifier stored in this browser (RFC 7636).
    flowType: 'pkce',
    // Never accept a session from the URL. /auth/callback and the confirm button of an email link request
    // one explicitly.
    detectSessionInUrl: false,
    experimental: { recoveryCodes: true },
  })
}
