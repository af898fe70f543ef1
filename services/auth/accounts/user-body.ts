import { factorBody } from '../mfa/factor-body.ts'
import type { FactorRow } from '../mfa/factor-body.ts'
import type { Pool } from '../pool.ts'

/** A user with their identities, as users.ts reads it. */
export interface UserRow {
  id: string
  email: string | null
  phone: string | null
  phone_confirmed_at: Date | null
  email_change: string | null
  email_change_sent_at: Date | null
  phone_change: string | null
  phone_change_sent_at: Date | null
  reauthentication_sent_at: Date | null
  invited_at: Date | null
  is_sso_user: boolean
  encrypted_password: string | null
  email_confirmed_at: Date | null
  confirmation_sent_at: Date | null
  recovery_sent_at: Date | null
  last_sign_in_at: Date | null
  raw_app_meta_data: Record<string, unknown>
  raw_user_meta_data: Record<string, unknown>
  is_anonymous: boolean
  banned_until: Date | null
  deleted_at: Date | null
  created_at: Date
  updated_at: Date
  identities: IdentityRow[]
  /** Second factors. A placeholder user has none. */
  factors?: FactorRow[]
}

/** Times are ISO text here because the rows arrive as JSON. */
export interface IdentityRow {
  id: string
  provider: string
  provider_id: string
  identity_data: Record<string, unknown>
  last_sign_in_at: string | null
  created_at: string
  updated_at: string
}

export type UserBody = ReturnType<typeof userBody>

const iso = (time: Date | string) => new Date(time).toISOString()
/** Leaves out times that are null, as the official service does. */
const maybe = (name: string, time: Date | null) => (time ? { [name]: iso(time) } : {})

/** A user as clients read it (wire form of supabase/auth), without the password and internal columns. */
export function userBody(user: UserRow, pool: Pool) {
  return {
    id: user.id,
    aud: pool.audience,
    role: pool.role,
    email: user.email ?? '',
    ...maybe('email_confirmed_at', user.email_confirmed_at),
    phone: user.phone ?? '',
    ...maybe('phone_confirmed_at', user.phone_confirmed_at),
    ...(user.email_change ? { new_email: user.email_change } : {}),
    ...maybe('email_change_sent_at', user.email_change_sent_at),
    ...(user.phone_change ? { new_phone: user.phone_change } : {}),
    ...maybe('phone_change_sent_at', user.phone_change_sent_at),
    ...maybe('reauthentication_sent_at', user.reauthentication_sent_at),
    ...maybe('invited_at', user.invited_at),
    ...maybe('confirmation_sent_at', user.confirmation_sent_at),
    ...maybe('confirmed_at', user.email_confirmed_at ?? user.phone_confirmed_at),
    ...maybe('recovery_sent_at', user.recovery_sent_at),
    ...maybe('last_sign_in_at', user.last_sign_in_at),
    ...maybe('banned_until', user.banned_until),
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    identities: user.identities.map((identity) => identityBody(identity, user.id)),
    ...(user.factors?.length ? { factors: user.factors.map(factorBody) } : {}),
    created_at: iso(user.created_at),
    updated_at: iso(user.updated_at),
    is_anonymous: user.is_anonymous,
  }
}

function identityBody(identity: IdentityRow, userId: string) {
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: userId,
    identity_data: identity.identity_data,
    provider: identity.provider,
    last_sign_in_at: identity.last_sign_in_at && iso(identity.last_sign_in_at),
    created_at: iso(identity.created_at),
    updated_at: iso(identity.updated_at),
    email: identity.identity_data.email,
  }
}
