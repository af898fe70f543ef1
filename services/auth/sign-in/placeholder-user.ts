import { sql } from 'kysely'
import type { UserRow } from '../accounts/user-body.ts'
import { build } from '../statements.ts'
import type { Run } from '../statements.ts'

/** A user as `insertUser` would have returned it, but not stored. */
export async function makePlaceholderUser(
  run: Run,
  newcomer: { email?: string; phone?: string; userMetadata: Record<string, unknown> },
): Promise<UserRow> {
  const [fresh] = await run(
    build.selectNoFrom([
      sql<string>`app.uuidv7()`.as('id'),
      sql<string>`app.uuidv7()`.as('identity_id'),
      sql<Date>`now()`.as('at'),
    ]),
  )
  const { id, identity_id, at } = fresh!
  const { email = null, phone = null, userMetadata } = newcomer
  const provider = email ? 'email' : 'phone'
  const never = {
    phone_confirmed_at: null,
    email_change: null,
    email_change_sent_at: null,
    phone_change: null,
    phone_change_sent_at: null,
    reauthentication_sent_at: null,
    invited_at: null,
    is_sso_user: false,
    email_confirmed_at: null,
    recovery_sent_at: null,
    last_sign_in_at: null,
    banned_until: null,
    deleted_at: null,
  }
  return {
    ...never,
    id,
    email,
    phone,
    encrypted_password: null,
    confirmation_sent_at: at,
    raw_app_meta_data: { provider, providers: [provider] },
    raw_user_meta_data: userMetadata,
    is_anonymous: false,
    created_at: at,
    updated_at: at,
    identities: [
      {
        id: identity_id,
        provider,
        provider_id: id,
        identity_data: { sub: id, [provider]: email ?? phone, email_verified: false, phone_verified: false },
        last_sign_in_at: null,
        created_at: at.toISOString(),
        updated_at: at.toISOString(),
      },
    ],
  }
}
