import { creator, endUser, visitor } from '#kernel/http/guards.ts'
import { route } from '#kernel/http/route.ts'
import type { Route } from '#kernel/http/route.ts'
import { addressKey } from '#kernel/limits.ts'
import * as contracts from './contract.ts'
import * as studio from './endpoints-studio.ts'
import * as endpoints from './endpoints.ts'
import * as invitations from './invitations.ts'
import * as mine from './my-teams.ts'
import * as teams from './studio-teams.ts'

export { letters } from './write-letters.ts'

export const functions: Route[] = [
  route(endpoints.readMyTeams, endUser, contracts.readMyTeamsContract, ({ kernel, claims }) =>
    mine.readMyTeams(kernel, claims),
  ),
  route(endpoints.createMyTeam, endUser, contracts.createMyTeamContract, ({ kernel, claims, input }) =>
    mine.createMyTeam(kernel, claims, input),
  ),
  route(endpoints.changeMyTeam, endUser, contracts.changeMyTeamContract, ({ kernel, claims, input }) =>
    mine.changeMyTeam(kernel, claims, input),
  ),
  route(endpoints.deleteMyTeam, endUser, contracts.deleteMyTeamContract, ({ kernel, claims, input }) =>
    mine.deleteMyTeam(kernel, claims, input),
  ),
  route(
    endpoints.changeMyTeamMember,
    endUser,
    contracts.changeMyTeamMemberContract,
    ({ kernel, claims, input }) => mine.changeMyTeamMember(kernel, claims, input),
  ),
  route(
    endpoints.removeMyTeamMember,
    endUser,
    contracts.removeMyTeamMemberContract,
    ({ kernel, claims, input }) => mine.removeMyTeamMember(kernel, claims, input),
  ),
  route(endpoints.inviteToMyTeam, endUser, contracts.inviteToMyTeamContract, ({ kernel, claims, input }) =>
    invitations.inviteToMyTeam(kernel, claims, input),
  ),
  route(
    endpoints.resendMyTeamInvitation,
    endUser,
    contracts.myTeamInvitationContract,
    ({ kernel, claims, input }) => invitations.resendMyTeamInvitation(kernel, claims, input),
  ),
  route(
    endpoints.withdrawMyTeamInvitation,
    endUser,
    contracts.myTeamInvitationContract,
    ({ kernel, claims, input }) => invitations.withdrawMyTeamInvitation(kernel, claims, input),
  ),
  route(
    endpoints.useSeatsForMyTeam,
    endUser,
    contracts.useSeatsForMyTeamContract,
    ({ kernel, claims, input }) => mine.useSeatsForMyTeam(kernel, claims, input),
  ),
  route(
    endpoints.readTeamInvitation,
    visitor,
    contracts.readTeamInvitationContract,
    ({ kernel, claims, input, clientIp }) =>
      invitations.readTeamInvitation(kernel, claims, input.secret, addressKey(clientIp)),
  ),
  route(
    endpoints.acceptTeamInvitation,
    endUser,
    contracts.acceptTeamInvitationContract,
    ({ kernel, claims, input }) => invitations.acceptTeamInvitation(kernel, claims, input.secret),
  ),
  route(studio.listTeams, creator, contracts.listTeamsContract, ({ kernel, claims, input }) =>
    teams.listTeams(kernel, claims, input),
  ),
  route(studio.readTeam, creator, contracts.readTeamContract, ({ kernel, claims, input }) =>
    teams.readTeam(kernel, claims, input),
  ),
  route(studio.createTeam, creator, contracts.createTeamContract, ({ kernel, claims, input }) =>
    teams.createTeam(kernel, claims, input),
  ),
  route(studio.renameTeam, creator, contracts.renameTeamContract, ({ kernel, claims, input }) =>
    teams.renameTeam(kernel, claims, input),
  ),
  route(studio.deleteTeam, creator, contracts.deleteTeamContract, async ({ kernel, claims, input }) => {
    await teams.deleteTeam(kernel, claims, input)
    return { deleted: true as const }
  }),
  route(studio.addToTeam, creator, contracts.addToTeamContract, ({ kernel, claims, input }) =>
    teams.addToTeam(kernel, claims, input),
  ),
  route(studio.changeTeamMember, creator, contracts.changeTeamMemberContract, ({ kernel, claims, input }) =>
    teams.changeTeamMember(kernel, claims, input),
  ),
  route(studio.removeTeamMember, creator, contracts.removeTeamMemberContract, ({ kernel, claims, input }) =>
    teams.removeTeamMember(kernel, claims, input),
  ),
  route(studio.resendTeamInvitation, creator, contracts.teamInvitationContract, ({ kernel, claims, input }) =>
    teams.resendTeamInvitation(kernel, claims, input),
  ),
  route(
    studio.withdrawTeamInvitation,
    creator,
    contracts.teamInvitationContract,
    ({ kernel, claims, input }) => teams.withdrawTeamInvitation(kernel, claims, input),
  ),
  route(studio.readTeamSettings, creator, contracts.readTeamSettingsContract, ({ kernel, claims, input }) =>
    teams.readTeamSettings(kernel, claims, input),
  ),
  route(
    studio.changeTeamSettings,
    creator,
    contracts.changeTeamSettingsContract,
    ({ kernel, claims, input }) => teams.changeTeamSettings(kernel, claims, input),
  ),
]
