import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import { createClient } from '@supabase/supabase-js'
import { ROOT } from '#testing/test-cluster.ts'

// Lists every public method of the installed official client with the test that calls it and checks its
// response.

const MAIL = 'mails/mail-sign-in.test.ts'
const BOTH = 'sign up, confirm by link, sign in with the password'
const KEPT = 'the client stores a session, reports it, refreshes it in time and removes it on sign-out'
const OWN = 'official-client-own.test.ts'
const FACTORS = 'an authenticator app is enrolled, verified, listed and removed'
const MFA = 'mfa/mfa.test.ts'
const CODES = 'ten codes, shown once, raise one session each, and can be regenerated and removed'
const RECOVERY = 'mfa/recovery-codes.test.ts'
const PASSKEY = 'a passkey is registered, signs in, is listed, renamed and deleted'
const PASSKEYS = 'passkeys/passkeys.test.ts'
const CHANGE = 'admin/change-user.test.ts'
const LINKS = 'admin/generate-link.test.ts'
const HANDS =
  'the operator lists and removes factors and passkeys; the owner is notified; sessions return to aal1'
const OAUTH = 'oauth-server/oauth-server.test.ts'
const AGREED = 'a member consents once; the application learns who they are'
const GRANTS = 'a member lists and revokes the applications they authorized'
const APPS = 'the operator registers, changes, lists and removes applications'
const CUSTOM = 'custom providers, by the operator: created, read, changed, listed by kind, removed'

const BROWSER = 'e2e/passkeys.test.ts'
const BY_PASSKEY = 'registers one and signs in with it'
const BY_KEY = 'one is registered as second factor and raises the next sign-in'
const STEPS = 'enrolled, challenged and verified step by step'

/**
 * Maps a method of `client.auth` to a file in services/auth (or in e2e) and a part of the test title there.
 */
const covered: Record<string, [file: string, title: string]> = {
  initialize: [OWN, KEPT],
  isThrowOnErrorEnabled: [OWN, KEPT],
  signInAnonymously: ['phone/phone.test.ts', 'anonymous sign-in gives a session if the pool allows it'],
  signUp: ['auth.test.ts', BOTH],
  signInWithPassword: ['auth.test.ts', BOTH],
  signInWithOAuth: ['providers/provider-flow.test.ts', 'with PKCE by the official client'],
  exchangeCodeForSession: [
    'mails/pkce-mails.test.ts',
    'the typed code signs in the client that requested it',
  ],
  signInWithWeb3: ['web3/web3.test.ts', 'signInWithWeb3 of the official client, with an Ethereum wallet'],
  signInWithIdToken: ['sign-in/id-token.test.ts', 'signInWithIdToken of the official client'],
  signInWithOtp: [MAIL, 'signInWithOtp opens an account whose address the typed code confirms'],
  verifyOtp: ['auth.test.ts', 'sign up and confirm by the typed code'],
  signInWithSSO: [OWN, 'single sign-on is refused with an error that the client understands'],
  reauthenticate: [
    'accounts/reauthenticate.test.ts',
    'only the right nonce from the mailbox replaces the current password',
  ],
  resend: [MAIL, 'resend sends the confirmation again; the first email’s link becomes invalid'],
  getSession: [OWN, KEPT],
  getUser: ['auth.test.ts', 'get user, refresh, sign out'],
  updateUser: ['accounts/update-user.test.ts', 'a new password needs the current one'],
  setSession: ['providers/provider-flow.test.ts', 'which the official client takes over'],
  refreshSession: ['auth.test.ts', 'get user, refresh, sign out'],
  signOut: ['auth.test.ts', 'get user, refresh, sign out'],
  onAuthStateChange: [OWN, KEPT],
  resetPasswordForEmail: [MAIL, 'resetPasswordForEmail, and the session of its link is known as a recovery'],
  getUserIdentities: ['providers/provider-accounts.test.ts', 'adds the provider to the account'],
  linkIdentity: ['providers/provider-accounts.test.ts', 'adds the provider to the account'],
  unlinkIdentity: ['providers/provider-accounts.test.ts', 'adds the provider to the account'],
  startAutoRefresh: [OWN, KEPT],
  stopAutoRefresh: [OWN, KEPT],
  dispose: [OWN, KEPT],
  getClaims: ['sessions/get-claims.test.ts', 'by the published keys alone'],

  'mfa.enroll': [MFA, FACTORS],
  'mfa.challenge': [MFA, FACTORS],
  'mfa.verify': [MFA, FACTORS],
  'mfa.challengeAndVerify': [MFA, 'a sign-in with a factor starts at aal1 and is raised'],
  'mfa.unenroll': [MFA, FACTORS],
  'mfa.listFactors': [MFA, FACTORS],
  'mfa.getAuthenticatorAssuranceLevel': [MFA, FACTORS],
  'mfa.recoveryCodes.getStatus': [RECOVERY, CODES],
  'mfa.recoveryCodes.generate': [RECOVERY, CODES],
  'mfa.recoveryCodes.verify': [RECOVERY, CODES],
  'mfa.recoveryCodes.regenerate': [RECOVERY, CODES],
  'mfa.recoveryCodes.unenroll': [RECOVERY, CODES],

  'passkey.startRegistration': [PASSKEYS, PASSKEY],
  'passkey.verifyRegistration': [PASSKEYS, PASSKEY],
  'passkey.startAuthentication': [PASSKEYS, PASSKEY],
  'passkey.verifyAuthentication': [PASSKEYS, PASSKEY],
  'passkey.list': [PASSKEYS, PASSKEY],
  'passkey.update': [PASSKEYS, PASSKEY],
  'passkey.delete': [PASSKEYS, PASSKEY],

  'oauth.getAuthorizationDetails': [OAUTH, AGREED],
  'oauth.approveAuthorization': [OAUTH, AGREED],
  'oauth.denyAuthorization': [OAUTH, 'a request can be denied'],
  'oauth.listGrants': [OAUTH, GRANTS],
  'oauth.revokeGrant': [OAUTH, GRANTS],

  'admin.createUser': [CHANGE, 'admin.createUser accepts a phone number, an imported hash and a given id'],
  'admin.listUsers': ['admin/admin.test.ts', 'reads it back and lists it'],
  'admin.getUserById': ['admin/admin.test.ts', 'reads it back and lists it'],
  'admin.updateUserById': [
    CHANGE,
    'admin.updateUserById changes address, number, confirmations and metadata',
  ],
  'admin.deleteUser': [CHANGE, 'admin.deleteUser removes the row'],
  'admin.signOut': [CHANGE, 'admin.signOut ends sessions by their token and scope, in every pool'],
  'admin.inviteUserByEmail': [LINKS, 'admin.inviteUserByEmail: the emailed link opens the account'],
  'admin.generateLink': [LINKS, 'admin.generateLink signup: the link signs in'],
  'admin.mfa.listFactors': ['mfa/factor-rules.test.ts', HANDS],
  'admin.mfa.deleteFactor': ['mfa/factor-rules.test.ts', HANDS],
  'admin.passkey.listPasskeys': ['mfa/factor-rules.test.ts', HANDS],
  'admin.passkey.deletePasskey': ['mfa/factor-rules.test.ts', HANDS],
  'admin.oauth.listClients': [OAUTH, APPS],
  'admin.oauth.createClient': [OAUTH, APPS],
  'admin.oauth.getClient': [OAUTH, APPS],
  'admin.oauth.updateClient': [OAUTH, APPS],
  'admin.oauth.deleteClient': [OAUTH, APPS],
  'admin.oauth.regenerateClientSecret': [OAUTH, APPS],
  'admin.customProviders.listProviders': [OWN, CUSTOM],
  'admin.customProviders.createProvider': [OWN, CUSTOM],
  'admin.customProviders.getProvider': [OWN, CUSTOM],
  'admin.customProviders.updateProvider': [OWN, CUSTOM],
  'admin.customProviders.deleteProvider': [OWN, CUSTOM],
  // In a browser with an authenticator.
  signInWithPasskey: [BROWSER, BY_PASSKEY],
  registerPasskey: [BROWSER, BY_PASSKEY],
  'mfa.webauthn.register': [BROWSER, BY_KEY],
  'mfa.webauthn.authenticate': [BROWSER, BY_KEY],
  'mfa.webauthn.enroll': [BROWSER, STEPS],
  'mfa.webauthn.challenge': [BROWSER, STEPS],
  'mfa.webauthn.verify': [BROWSER, STEPS],
}

const folder = dirname(createRequire(import.meta.url).resolve('@supabase/auth-js'))

/**
 * Names that the package's types mark as private. TypeScript removes that mark, so it is missing at run time.
 */
function hidden(file: string): Set<string> {
  const types = readFileSync(join(folder, '..', 'module', file), 'utf8')
  return new Set(
    [...types.matchAll(/^ {4}(?:private|protected)\s+(?:readonly\s+)?(\w+)/gm)].map(([, name]) => name!),
  )
}

function methodsOf(object: object, but: Set<string>): string[] {
  const names = new Set<string>()
  for (let at = object; at && at !== Object.prototype; at = Object.getPrototypeOf(at))
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(at)))
      if (typeof value === 'function' && name !== 'constructor' && !name.startsWith('_') && !but.has(name))
        names.add(name)
  return [...names]
}

function allMethods(): string[] {
  const { auth } = createClient('http://localhost:3000', 'key', {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  const own = hidden('GoTrueClient.d.ts')
  const found: string[] = methodsOf(auth, own)
  const walk = (object: object, path: string) => {
    found.push(...methodsOf(object, hidden('GoTrueAdminApi.d.ts')).map((name) => `${path}.${name}`))
    for (const [name, part] of Object.entries(object))
      if (typeof part === 'object' && part && NAMESPACES.includes(name)) walk(part, `${path}.${name}`)
  }
  for (const name of ['mfa', 'passkey', 'oauth', 'admin'] as const) walk(auth[name], name)
  // The fetch function that was passed to the client.
  return found.filter((name) => name !== 'admin.fetch')
}
const NAMESPACES = ['mfa', 'passkey', 'oauth', 'customProviders', 'webauthn', 'recoveryCodes']

const methods = allMethods()

test('the table names every public method of the installed client, and no method that was removed', () => {
  assert.ok(methods.length > 75, `${methods.length} methods found`)
  const named = Object.keys(covered)
  assert.deepEqual(
    methods.filter((name) => !named.includes(name)),
    [],
    'the client has methods that the table does not name',
  )
  assert.deepEqual(
    named.filter((name) => !methods.includes(name)),
    [],
    'the table names methods that the client does not have',
  )
})

describe('the tests that the table names', () => {
  const files = new Map<string, string>()
  const textOf = (file: string) => {
    const folder = file.startsWith('e2e/') ? ROOT : import.meta.dirname
    if (!files.has(file)) files.set(file, readFileSync(join(folder, file), 'utf8'))
    return files.get(file)!
  }
  for (const [method, [file, title]] of Object.entries(covered))
    test(`${method} is called in ${file}`, () => {
      const text = textOf(file)
      const from = text.indexOf(title)
      assert.ok(from >= 0, `there is no test "${title}"`)
      const word = method.split('.').at(-1)!
      assert.match(text, new RegExp(`\\b${word}\\(|\\.${word}\\b`), `it does not call ${word}`)
    })
})
