import { sql } from 'kysely'

export type FactorType = 'totp' | 'phone' | 'webauthn' | 'recovery_code'

/** A factor as part of its user: JSON with times as ISO text and without secrets. */
export interface FactorRow {
  id: string
  friendly_name: string
  factor_type: FactorType
  status: 'verified' | 'unverified'
  phone: string | null
  last_challenged_at: string | null
  created_at: string
  updated_at: string
}

/** The user's factors, oldest first, as one JSON column of a statement over users (alias `u`). */
export const factorsColumn = sql<FactorRow[]>`(
  select coalesce(json_agg(json_build_object(
    'id', f.id, 'friendly_name', f.friendly_name, 'factor_type', f.factor_type, 'status', f.status, 'phone', f.phone,
    'last_challenged_at', f.last_challenged_at, 'created_at', f.created_at, 'updated_at', f.updated_at
  ) order by f.created_at, f.id), '[]')
  from auth.mfa_factors as f where f.pool_id = u.pool_id and f.user_id = u.id)`.as('factors')

const iso = (time: Date | string) => new Date(time).toISOString()

/** A factor as clients read it (wire form of supabase/auth). */
export function factorBody(factor: FactorRow) {
  return {
    id: factor.id,
    ...(factor.friendly_name ? { friendly_name: factor.friendly_name } : {}),
    factor_type: factor.factor_type,
    status: factor.status,
    ...(factor.phone ? { phone: factor.phone } : {}),
    ...(factor.last_challenged_at ? { last_challenged_at: iso(factor.last_challenged_at) } : {}),
    created_at: iso(factor.created_at),
    updated_at: iso(factor.updated_at),
  }
}
