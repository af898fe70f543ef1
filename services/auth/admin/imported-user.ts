import * as z from 'zod/mini'
import { uuid } from '#kernel/contract.ts'
import { parseJson } from '#kernel/http/body.ts'
import { metadata, text } from '../contract.ts'
import { requireEmailAddress } from '../accounts/email-address.ts'
import { authErrors } from '../errors.ts'
import { requirePhoneNumber } from '../phone/phone-number.ts'
import { requireImportableHash } from './password-to-store.ts'

/** A user of a file, in the columns of auth.users. Times are ISO text. */
export interface ImportedUser {
  id: string | null
  email: string | null
  email_confirmed_at: string | null
  phone: string | null
  phone_confirmed_at: string | null
  encrypted_password: string | null
  raw_user_meta_data: Record<string, unknown>
  raw_app_meta_data: Record<string, unknown>
  is_anonymous: boolean
  banned_until: string | null
  invited_at: string | null
  last_sign_in_at: string | null
  created_at: string | null
  identities: ImportedIdentity[]
}

export interface ImportedIdentity {
  provider: string
  provider_id: string
  identity_data: Record<string, unknown>
}

const time = z.nullish(z.string().check(z.refine((at) => !Number.isNaN(Date.parse(at)), 'must be a time')))
const flag = z.nullish(z.boolean())

const identity = z.object({
  provider: z.string().check(z.regex(/^[\w:.-]{1,100}$/, 'must be the name of a provider')),
  id: text(255),
  provider_id: text(255),
  user_id: z.nullish(z.union([z.string().check(z.maxLength(255)), z.number()])),
  identity_data: metadata,
})

/**
 * Accepts lines from three sources: our export (and the admin API), rows of Supabase's auth.users, and
 * Auth0's export.
 */
const lineForm = z.object({
  id: z.nullish(uuid),
  email: text(1000),
  email_confirmed_at: time,
  email_verified: flag,
  phone: text(100),
  phone_number: text(100),
  phone_confirmed_at: time,
  phone_verified: flag,
  password_hash: text(1000),
  encrypted_password: text(1000),
  passwordHash: text(1000),
  custom_password_hash: z.nullish(
    z.object({ hash: z.object({ value: z.string().check(z.maxLength(1000)) }) }),
  ),
  user_metadata: metadata,
  raw_user_meta_data: metadata,
  app_metadata: metadata,
  raw_app_meta_data: metadata,
  identities: z.nullish(z.array(identity).check(z.maxLength(20))),
  is_anonymous: flag,
  blocked: flag,
  banned_until: time,
  invited_at: time,
  last_sign_in_at: time,
  last_login: time,
  created_at: time,
  deleted_at: time,
  name: text(500),
  nickname: text(500),
  picture: text(2000),
  given_name: text(500),
  family_name: text(500),
})
type Line = z.output<typeof lineForm>

/** Maps Auth0's provider names to the names of this protocol. */
const PROVIDERS: Record<string, string> = { 'google-oauth2': 'google', windowslive: 'azure' }
/** Identities that follow from the address and the number. */
const BUILT_IN_PROVIDERS = ['email', 'phone', 'auth0', 'sms']
const FOR_EVER = '2100-01-01T00:00:00Z'

/**
 * Reads one line of a file of users.
 * @throws {AppError} 400 bad_json, validation_failed, email_address_invalid
 */
export function readImportedUser(json: string): ImportedUser {
  const read = lineForm.safeParse(parseJson(new TextEncoder().encode(json)))
  if (!read.success) {
    const { path = [], message = '' } = read.error.issues[0] ?? {}
    throw authErrors.validation_failed({ text: `${path.join('.') || 'the line'}: ${message}` })
  }
  const line = read.data
  if (line.deleted_at)
    throw authErrors.validation_failed({ text: 'deleted_at: deleted users cannot be imported' })
  const email = line.email ? requireEmailAddress(line.email) : null
  const number = line.phone || line.phone_number
  const phone = number ? requirePhoneNumber(number) : null
  const identities = identitiesOf(line)
  if (!email && !phone && !identities.length && !line.is_anonymous)
    throw authErrors.validation_failed({ text: 'A user needs an email, a phone or an identity' })
  const since = line.created_at ?? new Date().toISOString()
  const hash =
    line.password_hash ||
    line.encrypted_password ||
    line.passwordHash ||
    line.custom_password_hash?.hash.value ||
    null
  return {
    id: line.id?.toLowerCase() ?? null,
    email,
    email_confirmed_at: email ? (line.email_confirmed_at ?? (line.email_verified ? since : null)) : null,
    phone,
    phone_confirmed_at: phone ? (line.phone_confirmed_at ?? (line.phone_verified ? since : null)) : null,
    encrypted_password: hash && requireImportableHash(hash),
    raw_user_meta_data: { ...profileOf(line), ...line.raw_user_meta_data, ...line.user_metadata },
    raw_app_meta_data: {
      ...line.raw_app_meta_data,
      ...line.app_metadata,
      ...providersOf(email, phone, identities),
    },
    is_anonymous: line.is_anonymous ?? false,
    banned_until: line.banned_until ?? (line.blocked ? FOR_EVER : null),
    invited_at: line.invited_at ?? null,
    last_sign_in_at: line.last_sign_in_at ?? line.last_login ?? null,
    created_at: line.created_at ?? null,
    identities,
  }
}

function identitiesOf({ identities, email }: Line): ImportedIdentity[] {
  return (identities ?? [])
    .filter(({ provider }) => !BUILT_IN_PROVIDERS.includes(provider))
    .map((given) => {
      const provider = PROVIDERS[given.provider] ?? given.provider
      const id = given.provider_id || given.id || given.user_id
      if (!id) throw authErrors.validation_failed({ text: 'identities: the id at the provider is missing' })
      const identity_data = { ...(email ? { email } : {}), ...given.identity_data, sub: String(id) }
      return { provider, provider_id: String(id), identity_data }
    })
}

/** Profile fields that Auth0 stores outside the metadata. */
function profileOf(line: Line): Record<string, unknown> {
  const { name, nickname, given_name, family_name, picture } = line
  const profile = { name, nickname, given_name, family_name, picture }
  return Object.fromEntries(Object.entries(profile).filter(([, value]) => value))
}

function providersOf(email: string | null, phone: string | null, identities: ImportedIdentity[]) {
  const providers = [
    ...new Set([
      ...(email ? ['email'] : []),
      ...(phone ? ['phone'] : []),
      ...identities.map((found) => found.provider),
    ]),
  ]
  return providers.length ? { provider: providers[0], providers } : {}
}
