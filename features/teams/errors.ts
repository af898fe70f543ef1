import { defineErrors } from '#kernel/errors.ts'

export const teamErrors = defineErrors({
  team_not_found: { status: 404, text: 'Team not found' },
  team_member_not_found: { status: 404, text: 'Team member not found' },
  not_team_admin: { status: 403, text: 'Only an admin of the team can do this' },
  last_team_admin: {
    status: 409,
    text: 'A team needs an admin. Make another member an admin first, or delete the team.',
  },
  teams_closed: { status: 403, text: 'Only the owner of this site can create teams' },
  teams_unavailable: { status: 403, text: 'Teams are not available on this site at the moment' },
  account_needed: { status: 403, text: 'Teams need an account with an email address' },
  already_in_team: { status: 409, text: 'They are already a member of this team' },
  already_invited: { status: 409, text: 'They are already invited. Send the invitation again instead.' },
  too_many_teams: { status: 409, text: 'This site has as many teams as it can have' },
  too_many_own_teams: { status: 409, text: 'A member can be in at most 20 teams' },
  too_many_team_members: { status: 409, text: 'A team has at most 500 members' },
  too_many_invitations: { status: 409, text: 'A team has at most 100 open invitations' },
  invitation_not_found: {
    status: 404,
    text: 'This invitation has expired, was withdrawn or was already accepted',
  },
  invitation_of_another: {
    status: 403,
    text: 'This invitation was sent to another address. Sign in with that address to accept it.',
  },
  email_not_confirmed: { status: 403, text: 'Confirm your email address first' },
  order_not_per_seat: { status: 404, text: 'You have no such purchase with seats' },
})
