import pg from 'pg'
import { againAfterDeadlock } from '#kernel/db/again.ts'
import { teamErrors } from './errors.ts'

/** Constraints and the errors that report their violation. */
const REFUSALS: Record<string, () => Error> = {
  teams_most: teamErrors.too_many_teams,
  team_members_most: teamErrors.too_many_team_members,
  team_members_teams: teamErrors.too_many_own_teams,
  team_members_admin: teamErrors.last_team_admin,
  team_members_pkey: teamErrors.already_in_team,
  team_members_tenant_id_auth_user_id_fkey: teamErrors.team_member_not_found,
  team_members_tenant_id_team_id_fkey: teamErrors.team_not_found, // it was deleted meanwhile
  team_invitations_most: teamErrors.too_many_invitations,
  team_invitations_tenant_id_team_id_email_key: teamErrors.already_invited,
  team_invitations_tenant_id_team_id_fkey: teamErrors.team_not_found,
}

/**
 * Runs a transaction, and reports what the database's rules refuse in this unit's errors. It locks the team before its
 * members; the deletion of an account locks them in the other order.
 * @param transaction must only use the database, because a deadlock repeats it
 * @throws {AppError}
 */
export async function refusing<T>(transaction: () => Promise<T>): Promise<T> {
  try {
    return await againAfterDeadlock(transaction)
  } catch (error) {
    const refusal = error instanceof pg.DatabaseError ? REFUSALS[error.constraint ?? ''] : undefined
    throw refusal ? refusal() : error
  }
}
