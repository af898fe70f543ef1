import { spelledEmail, normalEmail } from '../accounts/email-address.ts'
import type { Provider } from './provider.ts'

/** Who a provider says that somebody is. */
export interface Profile {
  /** The provider's name for the person; never changes, never goes to somebody else. */
  sub: string
  /** In its one spelling; undefined when the provider told none that a mail can be sent to. */
  email: string | undefined
  /** The provider proved the address. */
  emailVerified: boolean
  /** What is kept of it on the identity, and merged into the user's metadata. */
  data: Record<string, unknown>
}

/** What of a text is kept: the metadata travels in every access token. */
const MOST_TEXT = 300
const MOST_CUSTOM_BYTES = 1500

/**
 * Reads a profile out of claims and profile answers.
 * @param answer the claims of the ID token with the userinfo answer over them, or the answer of the profile call
 * @param listed the addresses of a second call, for providers that have one
 * @returns undefined when it names nobody
 */
export function readProfile(provider: Provider, answer: unknown, listed?: unknown): Profile | undefined {
  const map = provider.profile
  const text = (path: string | undefined) => storable(path ? at(answer, path) : undefined)
  const sub = subjectOf(at(answer, map.sub))
  if (!sub) return undefined
  const { email, verified } = provider.emails
    ? listedEmail(provider.emails, listed)
    : {
        email: mailbox(map.email ? at(answer, map.email) : undefined),
        verified:
          map.emailVerified === 'always' || isTrue(map.emailVerified ? at(answer, map.emailVerified) : false),
      }
  const name = text(map.name)
  const userName = text(map.userName)
  const picture = webAddress(text(map.picture))
  const custom = customClaims(provider, answer)
  return {
    sub,
    email,
    emailVerified: Boolean(email) && verified,
    data: {
      iss: provider.issuer ?? new URL(provider.endpoints.userinfo ?? provider.endpoints.token!).origin,
      sub,
      provider_id: sub,
      ...(email ? { email } : {}),
      email_verified: Boolean(email) && verified,
      phone_verified: false,
      ...(name ? { name, full_name: name } : {}),
      ...(userName ? { user_name: userName, preferred_username: userName } : {}),
      ...(picture ? { picture, avatar_url: picture } : {}),
      ...(custom ? { custom_claims: custom } : {}),
    },
  }
}

/** The part of an answer that a path like `data.0.email` names. */
function at(answer: unknown, path: string): unknown {
  // A claim may have dots in its own name (`https://shop.example/groups`).
  if (isRecord(answer) && Object.hasOwn(answer, path)) return answer[path]
  return path
    .split('.')
    .reduce<unknown>(
      (part, name) => (isRecord(part) && Object.hasOwn(part, name) ? part[name] : undefined),
      answer,
    )
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isTrue = (value: unknown) => value === true || value === 'true' || value === 1

function subjectOf(value: unknown): string | undefined {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
  if (typeof text !== 'string' || !text || text.length > 255) return undefined
  return text.isWellFormed() && !text.includes('\0') ? text : undefined
}

function storable(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  return value.toWellFormed().replaceAll('\0', '').slice(0, MOST_TEXT).toWellFormed().trim() || undefined
}

/** Pictures are shown by pages: only what a browser fetches over the web. */
function webAddress(text: string | undefined): string | undefined {
  return text && text.length < MOST_TEXT && /^https?:\/\//i.test(text) && URL.canParse(text)
    ? text
    : undefined
}

function mailbox(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  try {
    return normalEmail(spelledEmail(value))
  } catch {
    return undefined
  }
}

/** The person's main address; where none is marked, the first proven one. */
function listedEmail(places: NonNullable<Provider['emails']>, listed: unknown) {
  const found = places.list ? at(listed, places.list) : listed
  const entries = (Array.isArray(found) ? found : []).filter(isRecord).map((entry) => ({
    email: mailbox(at(entry, places.email)),
    primary: isTrue(at(entry, places.primary)),
    verified: isTrue(at(entry, places.verified)),
  }))
  const usable = entries.filter(({ email }) => email)
  return (
    usable.find(({ primary }) => primary) ??
    usable.find(({ verified }) => verified) ?? { email: undefined, verified: false }
  )
}

function customClaims({ claimsAllowlist }: Provider, answer: unknown): Record<string, unknown> | undefined {
  const claims = Object.fromEntries(
    claimsAllowlist.map((name) => [name, at(answer, name)]).filter(([, value]) => value !== undefined),
  ) as Record<string, unknown>
  const text = JSON.stringify(claims)
  if (text === '{}' || text.length > MOST_CUSTOM_BYTES || text.includes('\\u0000')) return undefined
  return JSON.parse(text.toWellFormed()) as Record<string, unknown>
}
