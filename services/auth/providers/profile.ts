import { normalizeEmail, requireEmailAddress } from '../accounts/email-address.ts'
import type { Provider } from './provider.ts'

/** A person as a provider describes them. */
export interface Profile {
  /** The provider's id for the person. It never changes and is never reassigned. */
  sub: string
  /** Normalized; undefined if the provider sent none that an email can be sent to. */
  email: string | undefined
  /** Whether the provider verified the address. */
  emailVerified: boolean
  /** What is stored with the identity and merged into the user's metadata. */
  data: Record<string, unknown>
}

/** Maximum length of a stored text, because every access token carries the metadata. */
const MAX_TEXT_LENGTH = 300
const MOST_CUSTOM_BYTES = 1500

/**
 * Reads a profile from claims and profile responses.
 * @param answer the claims of the ID token merged with the userinfo response, or the response of the profile
 *   call
 * @param listed the addresses of a second call, for providers that have one
 * @returns undefined if it contains no id
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

/** Returns the value in a response at a path such as `data.0.email`. */
function at(answer: unknown, path: string): unknown {
  // The name of a claim may contain dots itself (`https://shop.example/groups`).
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
  return (
    value.toWellFormed().replaceAll('\0', '').slice(0, MAX_TEXT_LENGTH).toWellFormed().trim() || undefined
  )
}

/** Accepts only addresses that a browser loads from the web, because pages show these pictures. */
function webAddress(text: string | undefined): string | undefined {
  return text && text.length < MAX_TEXT_LENGTH && /^https?:\/\//i.test(text) && URL.canParse(text)
    ? text
    : undefined
}

function mailbox(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  try {
    return requireEmailAddress(normalizeEmail(value))
  } catch {
    return undefined
  }
}

/** The person's primary address; if none is marked, the first verified one. */
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
