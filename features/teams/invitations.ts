import { sql } from 'kysely'
import { languageOfTag } from '#kernel/browser/languages.ts'
import type { Claims } from '#kernel/db/claims.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { queueEmail } from '#kernel/mail/letter-jobs.ts'
import { tokenHash } from '#kernel/secrets/one-time-token.ts'
import { mailboxOf } from '#kernel/mail/mailbox.ts'
import { requireEmailAddress } from '#services/auth/accounts/email-address.ts'
import { asMember, requireMember, requirePlan } from './as-member.ts'
import type { MyTeam, MyTeamInvitation, MyTeams, TeamRole } from './endpoints.ts'
import { teamErrors } from './errors.ts'
import { activate, readMine } from './my-teams.ts'
import type { TeamRef } from './read-team.ts'

/** Emails that one member, one tenant and one mailbox cause or get. */
const PER_INVITER = { points: 60, seconds: 24 * 3600 }
const PER_TENANT = { points: 500, seconds: 24 * 3600 }
const PER_MAILBOX = { points: 5, seconds: 24 * 3600 }
/** A secret cannot be guessed; this keeps the database from work. */
const PER_READER = { points: 60, seconds: 600 }

/** Whom to invite, and how their email is written. */
export interface NewInvitation {
  email: string
  role: TeamRole
  /** The page of the site that the link leads back to. It is checked again when the link is opened. */
  pageUrl: string | null
  /** The admin of the team who invites; their invitations end with that role. Null for the tenant's owner and staff. */
  invitedBy: string | null
  locale: string | null
}

/** @throws {AppError} 429 */
export async function limitInvitations(kernel: Kernel, tenantId: string, inviter: string): Promise<void> {
  await kernel.limits.take('team.inviter', inviter, PER_INVITER)
  await kernel.limits.take('team.tenant', tenantId, PER_TENANT)
}

/** The right comes before the limits, so that others cannot use them up. */
const requireInviter = (kernel: Kernel, claims: Claims, teamId: string): Promise<void> =>
  asMember(kernel, claims, async (db, caller) => {
    await requireMember(db, caller, teamId, 'admin')
    requirePlan(caller)
  })

const limitMailbox = (kernel: Kernel, tenantId: string, email: string) =>
  kernel.limits.take('team.mailbox', `${tenantId} ${mailboxOf(email)}`, PER_MAILBOX)

/** @throws {AppError} team_not_found, not_team_admin, already_in_team, already_invited, too_many_invitations; 429 */
export async function inviteToMyTeam(
  kernel: Kernel,
  claims: Claims,
  input: MyTeam & {
    email: string
    role?: TeamRole | undefined
    page_url?: string | undefined
    locale?: string | undefined
  },
): Promise<MyTeams> {
  const email = requireEmailAddress(input.email)
  await requireInviter(kernel, claims, input.teamId)
  await limitInvitations(kernel, claims.tenant!, claims.sub!)
  await limitMailbox(kernel, claims.tenant!, email)
  return asMember(kernel, claims, async (db, caller) => {
    await requireMember(db, caller, input.teamId, 'admin')
    requirePlan(caller)
    await invite(
      kernel,
      db,
      { tenantId: caller.tenantId, teamId: input.teamId },
      {
        email,
        role: input.role ?? 'member',
        pageUrl: input.page_url ?? null,
        invitedBy: caller.id,
        locale: languageOfTag(input.locale ?? '') ?? languageOfTag(caller.locale ?? '') ?? null,
      },
    )
    return readMine(db, caller)
  })
}

/** Invites for the owner, within a transaction of the service role. @throws {AppError} as above */
export async function inviteForOwner(
  kernel: Kernel,
  db: Db,
  team: TeamRef,
  { email: typed, role }: { email: string; role: TeamRole },
): Promise<void> {
  const email = requireEmailAddress(typed)
  await limitMailbox(kernel, team.tenantId, email)
  await invite(kernel, db, team, { email, role, pageUrl: null, invitedBy: null, locale: null })
}

/** Expired invitations to the same address make place for a new one. */
async function invite(
  kernel: Kernel,
  db: Db,
  { tenantId, teamId }: TeamRef,
  { email, role, pageUrl, invitedBy, locale }: NewInvitation,
): Promise<void> {
  const { rows: members } = await sql`select from public.team_members m
    join auth.users u on u.pool_id = m.tenant_id and u.id = m.auth_user_id
    where m.tenant_id = ${tenantId} and m.team_id = ${teamId} and u.email = ${email} and u.email_confirmed_at is not null`.execute(
    db,
  )
  if (members.length) throw teamErrors.already_in_team()
  await sql`delete from public.team_invitations
    where tenant_id = ${tenantId} and team_id = ${teamId} and expires_at <= now()`.execute(db)
  const { id } = await db
    .insertInto('team_invitations')
    .values({
      tenant_id: tenantId,
      team_id: teamId,
      email,
      role,
      page_url: pageUrl,
      invited_by: invitedBy,
      locale,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await queueEmail(kernel, db, 'team-invitation', { tenant: tenantId, invitation: id })
}

/** @throws {AppError} team_not_found, not_team_admin, invitation_not_found; 429 */
export async function resendMyTeamInvitation(
  kernel: Kernel,
  claims: Claims,
  { teamId, invitationId }: MyTeamInvitation,
): Promise<MyTeams> {
  await requireInviter(kernel, claims, teamId)
  await limitInvitations(kernel, claims.tenant!, claims.sub!)
  return asMember(kernel, claims, async (db, caller) => {
    await requireMember(db, caller, teamId, 'admin')
    requirePlan(caller)
    await resend(kernel, db, { tenantId: caller.tenantId, teamId }, invitationId)
    return readMine(db, caller)
  })
}

/** The old link ends at once, not only when the new email is written. @throws {AppError} invitation_not_found; 429 */
export async function resend(kernel: Kernel, db: Db, team: TeamRef, invitationId: string): Promise<void> {
  const renewed = await db
    .updateTable('team_invitations')
    .set({ secret_hash: null, expires_at: sql<Date>`now() + interval '7 days'` })
    .where('tenant_id', '=', team.tenantId)
    .where('team_id', '=', team.teamId)
    .where('id', '=', invitationId)
    .returning('email')
    .executeTakeFirst()
  if (!renewed) throw teamErrors.invitation_not_found()
  await limitMailbox(kernel, team.tenantId, renewed.email)
  await queueEmail(kernel, db, 'team-invitation', { tenant: team.tenantId, invitation: invitationId })
}

/** @throws {AppError} team_not_found, not_team_admin, invitation_not_found */
export const withdrawMyTeamInvitation = (
  kernel: Kernel,
  claims: Claims,
  { teamId, invitationId }: MyTeamInvitation,
): Promise<MyTeams> =>
  asMember(kernel, claims, async (db, caller) => {
    await requireMember(db, caller, teamId, 'admin')
    await withdraw(db, { tenantId: caller.tenantId, teamId }, invitationId)
    return readMine(db, caller)
  })

/** @throws {AppError} invitation_not_found */
export async function withdraw(db: Db, team: TeamRef, invitationId: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('team_invitations')
    .where('tenant_id', '=', team.tenantId)
    .where('team_id', '=', team.teamId)
    .where('id', '=', invitationId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw teamErrors.invitation_not_found()
}

/** What a link invites to. It names no address. @throws {AppError} invitation_not_found; 429 */
export async function readTeamInvitation(
  kernel: Kernel,
  { tenant }: Claims,
  secret: string,
  reader: string,
): Promise<{ team: string; expires_at: string }> {
  await kernel.limits.take('team.invitation', `${tenant} ${reader}`, PER_READER)
  const { rows } = await kernel.database.asService('proof: invitation of a link in an email', (db) =>
    sql<{ team: string; expires_at: string }>`
      select t.name as team, to_json(i.expires_at) #>> '{}' as expires_at
      from public.team_invitations i join public.teams t on t.tenant_id = i.tenant_id and t.id = i.team_id
      where i.tenant_id = ${tenant} and i.secret_hash = ${tokenHash(secret)} and i.expires_at > now()`.execute(
      db,
    ),
  )
  if (!rows[0]) throw teamErrors.invitation_not_found()
  return rows[0]
}

/**
 * Accepts an invitation: one statement takes it away from the only one who may have it, the member whose confirmed address
 * it was sent to. A link that was forwarded opens nothing, and one that was used is not there any more.
 * @throws {AppError} invitation_not_found, invitation_of_another, email_not_confirmed, too_many_team_members, too_many_own_teams
 */
export async function acceptTeamInvitation(kernel: Kernel, claims: Claims, secret: string): Promise<MyTeams> {
  await kernel.limits.take('team.invitation', `${claims.tenant} ${claims.sub}`, PER_READER)
  return asMember(kernel, claims, async (db, caller) => {
    requirePlan(caller)
    const hash = tokenHash(secret)
    const accepted = await db
      .deleteFrom('team_invitations')
      .where('tenant_id', '=', caller.tenantId)
      .where('secret_hash', '=', hash)
      .where('email', '=', caller.email)
      .where('expires_at', '>', sql<Date>`now()`)
      // A former admin's invitations end by a trigger, which does not see one that is being inserted at that moment.
      .where(
        sql<boolean>`(invited_by is null or exists (select from public.team_members m
          where m.tenant_id = team_invitations.tenant_id and m.team_id = team_invitations.team_id
            and m.auth_user_id = team_invitations.invited_by and m.role = 'admin'))`,
      )
      .returning(['team_id', 'role'])
      .executeTakeFirst()
    if (!accepted) throw await refusalOf(db, caller, hash)
    await db
      .insertInto('team_members')
      .values({
        tenant_id: caller.tenantId,
        team_id: accepted.team_id,
        auth_user_id: caller.id,
        role: accepted.role,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await activate(db, caller, accepted.team_id)
    return readMine(db, caller)
  })
}

async function refusalOf(
  db: Db,
  { tenantId, email }: { tenantId: string; email: string | null },
  hash: Buffer,
): Promise<Error> {
  const other = await db
    .selectFrom('team_invitations')
    .select('email')
    .where('tenant_id', '=', tenantId)
    .where('secret_hash', '=', hash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  if (!other || other.email === email) return teamErrors.invitation_not_found()
  return email === null ? teamErrors.email_not_confirmed() : teamErrors.invitation_of_another()
}
