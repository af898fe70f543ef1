import { endpoint } from '#kernel/browser/endpoint.ts'
import type { TeamInvitation, TeamMember, TeamRole } from './endpoints.ts'

/** A team of a tenant. Times are ISO 8601. */
export interface Team {
  id: string
  name: string
  created_at: string
  members: number
  invitations: number
  /** All seats that its members pay for. */
  seats: number
}

export interface StudioTeam extends Team {
  people: (TeamMember & { active: boolean })[]
  invited: TeamInvitation[]
  products: { product_id: string; product: string; seats: number; without: string[] }[]
}

interface OfTenant {
  tenantId: string
}
export interface TeamOf extends OfTenant {
  teamId: string
}

/** Newest first. `q` is a substring of a name or of a member's email, or a whole id of a team or a member. */
export const listTeams = endpoint<
  OfTenant & { q?: string; cursor?: string; limit?: number },
  { teams: Team[]; next: string | null }
>('GET', '/tenant-teams/:tenantId/teams')

export const readTeam = endpoint<TeamOf, StudioTeam>('GET', '/tenant-teams/:tenantId/teams/:teamId')

/** Changes need the Business plan (402 `upgrade_required`). With `admin_email` its first admin is invited, or added if they are a member. */
export const createTeam = endpoint<OfTenant & { name: string; admin_email?: string }, StudioTeam>(
  'POST',
  '/tenant-teams/:tenantId/teams',
)

export const renameTeam = endpoint<TeamOf & { name: string }, StudioTeam>(
  'PUT',
  '/tenant-teams/:tenantId/teams/:teamId',
)

export const deleteTeam = endpoint<TeamOf, { deleted: true }>(
  'DELETE',
  '/tenant-teams/:tenantId/teams/:teamId',
)

/** Adds a member of the site by id, or invites an address. */
export const addToTeam = endpoint<
  TeamOf & { member_id?: string; email?: string; role?: TeamRole },
  StudioTeam
>('POST', '/tenant-teams/:tenantId/teams/:teamId/members')

export interface TeamMemberOf extends TeamOf {
  memberId: string
}
/** 409 `last_team_admin`. */
export const changeTeamMember = endpoint<TeamMemberOf & { role: TeamRole }, StudioTeam>(
  'PUT',
  '/tenant-teams/:tenantId/teams/:teamId/members/:memberId',
)
export const removeTeamMember = endpoint<TeamMemberOf, StudioTeam>(
  'DELETE',
  '/tenant-teams/:tenantId/teams/:teamId/members/:memberId',
)

export interface TeamInvitationOf extends TeamOf {
  invitationId: string
}
export const resendTeamInvitation = endpoint<TeamInvitationOf, StudioTeam>(
  'POST',
  '/tenant-teams/:tenantId/teams/:teamId/invitations/:invitationId/resend',
)
export const withdrawTeamInvitation = endpoint<TeamInvitationOf, StudioTeam>(
  'DELETE',
  '/tenant-teams/:tenantId/teams/:teamId/invitations/:invitationId',
)

export interface TeamSettings {
  /** Whether members may create teams on the site. */
  members_create: boolean
}
export const readTeamSettings = endpoint<OfTenant, TeamSettings>('GET', '/tenant-teams/:tenantId/settings')
export const changeTeamSettings = endpoint<OfTenant & TeamSettings, TeamSettings>(
  'PUT',
  '/tenant-teams/:tenantId/settings',
)
