import { endpoint } from '#kernel/browser/endpoint.ts'

// Calls of members of a tenant, in their own session with the tenant's public key. endpoints-studio.ts has the owner's.

export type TeamRole = 'admin' | 'member'

/** A team of the caller. */
export interface OwnTeam {
  id: string
  name: string
  /** The caller's role. */
  role: TeamRole
  /** The team that the caller acts for: in `app_metadata.team` and in audiences of the kind `team`. At most one. */
  active: boolean
}

/** Times are ISO 8601. */
export interface TeamMember {
  id: string
  /** The name that they entered, never verified; may be empty. */
  name: string
  email: string
  role: TeamRole
  joined_at: string
}

export interface TeamInvitation {
  id: string
  email: string
  role: TeamRole
  created_at: string
  expires_at: string
}

/** Seats of one product. */
export interface TeamSeats {
  product_id: string
  product: string
  /** How many members have access: the payers first, then by the time of joining. */
  seats: number
  /** Members without a seat. */
  without: string[]
  /** The caller's own purchase among them, whose seats they may change. */
  own_order_id: string | null
  /** The seats of that purchase. */
  own_seats: number | null
}

export interface TeamDetail {
  id: string
  name: string
  created_at: string
  /** In the order in which they joined. */
  members: TeamMember[]
  /** Open ones, newest first; empty for members who are no admin. */
  invitations: TeamInvitation[]
  seats: TeamSeats[]
}

/**
 * The products of which the next person who is invited gets no seat, because members and open invitations take all.
 * @param seats by product
 */
export const takenSeats = <T extends Pick<TeamSeats, 'seats' | 'without'>>(
  seats: readonly T[],
  members: number,
  invitations: number,
): T[] => seats.filter((one) => members - one.without.length + invitations >= one.seats)

/** A purchase with seats that no team uses. */
export interface FreeSeats {
  order_id: string
  product: string
  seats: number
}

export interface MyTeams {
  /** By name. */
  teams: OwnTeam[]
  /** The active one. */
  team: TeamDetail | null
  /** Whether members may create teams here now. */
  may_create: boolean
  /** Seats that the caller bought and that belong to no team yet. */
  free_seats: FreeSeats[]
  /** Whether products are sold per seat here. */
  sells_seats: boolean
}

export const readMyTeams = endpoint<object, MyTeams>('GET', '/my-teams')

/** 403 `teams_closed`, `teams_unavailable`, `account_needed`; 409 `too_many_teams`, `too_many_own_teams`. */
export const createMyTeam = endpoint<{ name: string }, MyTeams>('POST', '/my-teams')

export interface MyTeam {
  teamId: string
}
/** The member that a call is about; the caller's own id to leave. */
export interface MyTeamMember extends MyTeam {
  memberId: string
}

/** Renames the team (admins), or makes it the one that the caller acts for. */
export const changeMyTeam = endpoint<MyTeam & { name?: string; active?: true }, MyTeams>(
  'PUT',
  '/my-teams/:teamId',
)

export const deleteMyTeam = endpoint<MyTeam, MyTeams>('DELETE', '/my-teams/:teamId')

/** 409 `last_team_admin`. `transfer` makes the member an admin and the caller a member, in one step. */
export const changeMyTeamMember = endpoint<MyTeamMember & { role: TeamRole; transfer?: true }, MyTeams>(
  'PUT',
  '/my-teams/:teamId/members/:memberId',
)

/** Removes a member (admins), or leaves the team. 409 `last_team_admin`. */
export const removeMyTeamMember = endpoint<MyTeamMember, MyTeams>(
  'DELETE',
  '/my-teams/:teamId/members/:memberId',
)

/**
 * Emails an invitation, valid for seven days. `page_url` is the page with the block; the link leads back to it if the
 * tenant lists its site. 409 `already_in_team`, `already_invited`, `too_many_invitations`.
 */
export const inviteToMyTeam = endpoint<
  MyTeam & { email: string; role?: TeamRole; page_url?: string; locale?: string },
  MyTeams
>('POST', '/my-teams/:teamId/invitations')

export interface MyTeamInvitation extends MyTeam {
  invitationId: string
}

/** Sends it again with a new link, valid for seven days; the old link ends. */
export const resendMyTeamInvitation = endpoint<MyTeamInvitation, MyTeams>(
  'POST',
  '/my-teams/:teamId/invitations/:invitationId/resend',
)

/** Withdraws an invitation. */
export const withdrawMyTeamInvitation = endpoint<MyTeamInvitation, MyTeams>(
  'DELETE',
  '/my-teams/:teamId/invitations/:invitationId',
)

/** Gives the seats of the caller's own purchase to a team of which they are an admin. */
export const useSeatsForMyTeam = endpoint<MyTeam & { order_id: string }, MyTeams>(
  'POST',
  '/my-teams/:teamId/seats',
)

/** What a link invites to, without an address: anyone who has the link may read it. 404 `invitation_not_found`. */
export const readTeamInvitation = endpoint<{ secret: string }, { team: string; expires_at: string }>(
  'POST',
  '/team-invitation',
)

/**
 * Accepts an invitation, once, for the member whose confirmed address it was sent to. 404 `invitation_not_found`, 403
 * `invitation_of_another`, `email_not_confirmed`; 409 `too_many_team_members`, `too_many_own_teams`.
 */
export const acceptTeamInvitation = endpoint<{ secret: string }, MyTeams>('POST', '/team-invitation/accept')
