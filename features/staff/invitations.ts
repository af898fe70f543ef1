import { sql } from 'kysely'
import type { StaffRole } from '#kernel/browser/staff-rights.ts'
import type { Claims } from '#kernel/db/claims.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { newToken, tokenHash } from '#kernel/secrets/one-time-token.ts'
import { tenantWith } from '#kernel/tenant-with.ts'
import { mailboxOf } from '#kernel/mail/mailbox.ts'
import type { Invitation, InvitationOf } from './endpoints.ts'
import { refusing, staffErrors } from './errors.ts'
import { mailInvitation } from './invitation-email.ts'

/**
 * Emails that one inviter and one tenant cause in a day, and one mailbox gets in an hour from all tenants. The inviter counts, too,
 * because everyone may own a hundred tenants; the mailbox, because `name+1` and `name+2` are the same person.
 */
const PER_INVITER = { points: 60, seconds: 86_400 }
const PER_TENANT = { points: 60, seconds: 86_400 }
const PER_MAILBOX = { points: 5, seconds: 3600 }
/** Links that one network address may try in ten minutes. Guessing one is hopeless; this spares the database. */
const PER_NETWORK = { points: 60, seconds: 600 }

export const INVITATION = [
  'id',
  'email',
  sql<StaffRole>`role`.as('role'),
  sql<string>`to_json(created_at) #>> '{}'`.as('created_at'),
  sql<string>`to_json(expires_at) #>> '{}'`.as('expires_at'),
  sql<boolean>`expires_at <= now()`.as('expired'),
] as const

/** @throws {AppError} tenant_not_found, right_missing, staff_seats, staff_already, already_invited, too_many_requests */
export async function inviteStaff(
  kernel: Kernel,
  claims: Claims,
  { tenantId, email, role }: { tenantId: string; email: string; role: StaffRole },
): Promise<Invitation> {
  const token = newToken()
  // The right comes before the limits, so that strangers cannot use them up.
  await kernel.database.withClaims(claims, (db) => tenantToInvite(db, tenantId, role))
  await takeEmail(kernel, claims, tenantId, email)
  const { tenant, invitation } = await refusing(
    kernel.database.withClaims(claims, async (db) => ({
      tenant: await tenantToInvite(db, tenantId, role),
      invitation: await db
        .insertInto('staff_invitations')
        .values({ tenant_id: tenantId, email, role, token_hash: tokenHash(token) })
        .returning(INVITATION)
        .executeTakeFirstOrThrow(),
    })),
  )
  await mailInvitation(kernel, { ...invitation, tenant: tenant.name, from: claims.email ?? '', token })
  return invitation
}

/** Replaces the link, so that an earlier email no longer works. */
export async function sendAgain(
  kernel: Kernel,
  claims: Claims,
  { tenantId, invitationId }: InvitationOf,
): Promise<Invitation> {
  const found = await kernel.database.withClaims(claims, (db) => readOwn(db, { tenantId, invitationId }))
  await takeEmail(kernel, claims, tenantId, found.invitation.email)
  const token = newToken()
  const invitation = await refusing(
    kernel.database.withClaims(claims, (db) =>
      db
        .updateTable('staff_invitations')
        .set({ token_hash: tokenHash(token) })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', invitationId)
        .returning(INVITATION)
        .executeTakeFirst(),
    ),
  )
  if (!invitation) throw staffErrors.invitation_not_found()
  await mailInvitation(kernel, { ...invitation, tenant: found.tenant.name, from: claims.email ?? '', token })
  return invitation
}

/** @throws {AppError} invitation_not_found, right_missing */
export async function withdrawInvitation(kernel: Kernel, claims: Claims, of: InvitationOf): Promise<void> {
  await kernel.database.withClaims(claims, async (db) => {
    await readOwn(db, of)
    const { numDeletedRows } = await db
      .deleteFrom('staff_invitations')
      .where('tenant_id', '=', of.tenantId)
      .where('id', '=', of.invitationId)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw staffErrors.invitation_not_found()
  })
}

/**
 * What the token of an email opens, to show before the caller signs in. A forwarded link does not reveal the address
 * that it was sent to: only its owner reads all of it.
 * @throws {AppError} invitation_closed
 */
export async function readInvitation(
  kernel: Kernel,
  claims: Claims,
  { token, network }: { token: string; network: string },
): Promise<{ tenant: string; role: StaffRole; email: string; expires_at: string }> {
  await kernel.limits.take('staff.read-invitation', network, PER_NETWORK)
  const found = await kernel.database.asService('proof: invitation of a link in an email', (db) =>
    db
      .selectFrom('staff_invitations as i')
      .innerJoin('tenants as t', 't.id', 'i.tenant_id')
      .select(['t.name as tenant', 'i.email', sql<StaffRole>`i.role`.as('role')])
      .select(sql<string>`to_json(i.expires_at) #>> '{}'`.as('expires_at'))
      .where('i.token_hash', '=', tokenHash(token))
      .where('i.expires_at', '>', sql<Date>`now()`)
      .executeTakeFirst(),
  )
  if (!found) throw staffErrors.invitation_closed()
  const isForCaller = claims.role === 'authenticated' && claims.email?.toLowerCase() === found.email
  return { ...found, email: isForCaller ? found.email : masked(found.email) }
}

/**
 * `a***@example.com`: recognized by its owner, useless to anyone else. Of one or two letters none is shown, because the first one
 * would be all or half of them. A quoted local part may contain an `@`.
 */
export const masked = (email: string): string =>
  email.replace(/^(?:.{1,2}|(.).*)(?=@[^@]*$)/su, (_, first = '') => `${first}***`)

/** Joins the staff. The database checks the address of the caller's account. */
export async function acceptInvitation(
  kernel: Kernel,
  claims: Claims,
  { token, network }: { token: string; network: string },
): Promise<{ tenant_id: string }> {
  await kernel.limits.take('staff.read-invitation', network, PER_NETWORK)
  const { rows } = await refusing(
    kernel.database.withClaims(claims, (db) =>
      sql<{
        tenant_id: string
      }>`select app.accept_staff_invitation(${tokenHash(token)}) as tenant_id`.execute(db),
    ),
  )
  return rows[0]!
}

/** Only the owner invites admins. */
const tenantToInvite = (db: Db, tenantId: string, role: StaffRole) =>
  tenantWith(db, tenantId, role === 'admin' ? 'own' : 'staff')

async function readOwn(db: Db, { tenantId, invitationId }: InvitationOf) {
  const tenant = await tenantWith(db, tenantId, 'staff')
  const invitation = await db
    .selectFrom('staff_invitations')
    .select(INVITATION)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', invitationId)
    .executeTakeFirst()
  if (!invitation) throw staffErrors.invitation_not_found()
  if (invitation.role === 'admin') await tenantWith(db, tenantId, 'own')
  return { tenant, invitation }
}

async function takeEmail(kernel: Kernel, { sub }: Claims, tenantId: string, email: string): Promise<void> {
  await kernel.limits.take('staff.inviter', sub!, PER_INVITER)
  await kernel.limits.take('staff.invite', tenantId, PER_TENANT)
  await kernel.limits.take('staff.invite-mailbox', mailboxOf(email), PER_MAILBOX)
}
