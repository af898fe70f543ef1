import { anyone, creator } from '#kernel/http/guards.ts'
import { route } from '#kernel/http/route.ts'
import type { Route } from '#kernel/http/route.ts'
import * as contracts from './contract.ts'
import * as endpoints from './endpoints.ts'
import * as invitations from './invitations.ts'
import * as members from './members.ts'
import * as ownership from './ownership.ts'

export const functions: Route[] = [
  route(
    endpoints.listMemberships,
    creator,
    contracts.listMembershipsContract,
    async ({ kernel, claims }) => ({
      memberships: await members.listMemberships(kernel, claims),
    }),
  ),
  route(endpoints.readStaff, creator, contracts.readStaffContract, ({ kernel, claims, input }) =>
    kernel.database.withClaims(claims, (db) => members.readStaff(db, input.tenantId)),
  ),
  route(endpoints.inviteStaff, creator, contracts.inviteStaffContract, ({ kernel, claims, input }) =>
    invitations.inviteStaff(kernel, claims, input),
  ),
  route(endpoints.sendInvitationAgain, creator, contracts.sendAgainContract, ({ kernel, claims, input }) =>
    invitations.sendAgain(kernel, claims, input),
  ),
  route(
    endpoints.withdrawInvitation,
    creator,
    contracts.withdrawInvitationContract,
    async ({ kernel, claims, input }) => {
      await invitations.withdrawInvitation(kernel, claims, input)
      return { withdrawn: true as const }
    },
  ),
  route(endpoints.changeMember, creator, contracts.changeMemberContract, ({ kernel, claims, input }) =>
    kernel.database.withClaims(claims, (db) => members.changeMember(db, input)),
  ),
  route(
    endpoints.removeMember,
    creator,
    contracts.removeMemberContract,
    async ({ kernel, claims, input }) => {
      await kernel.database.withClaims(claims, (db) => members.removeMember(db, input))
      return { removed: true as const }
    },
  ),
  route(endpoints.leaveStaff, creator, contracts.leaveStaffContract, async ({ kernel, claims, input }) => {
    await kernel.database.withClaims(claims, (db) => members.leaveStaff(db, claims, input.tenantId))
    return { left: true as const }
  }),
  route(endpoints.requireTwoStep, creator, contracts.requireTwoStepContract, ({ kernel, claims, input }) =>
    kernel.database.withClaims(claims, (db) => members.requireTwoStep(db, input)),
  ),
  route(
    endpoints.offerOwnership,
    creator,
    contracts.offerOwnershipContract,
    async ({ kernel, claims, input }) => {
      await ownership.offerOwnership(kernel, claims, input)
      return { offered: true as const }
    },
  ),
  route(
    endpoints.withdrawOffer,
    creator,
    contracts.withdrawOfferContract,
    async ({ kernel, claims, input }) => {
      await kernel.database.withClaims(claims, (db) => ownership.withdrawOffer(db, input.tenantId))
      return { withdrawn: true as const }
    },
  ),
  route(
    endpoints.acceptOwnership,
    creator,
    contracts.acceptOwnershipContract,
    async ({ kernel, claims, input }) => {
      await ownership.acceptOwnership(kernel, claims, input.tenantId)
      return { accepted: true as const }
    },
  ),
  route(
    endpoints.readInvitation,
    anyone,
    contracts.readInvitationContract,
    ({ kernel, claims, clientIp, input }) =>
      invitations.readInvitation(kernel, claims, { ...input, network: clientIp }),
  ),
  route(
    endpoints.acceptInvitation,
    creator,
    contracts.acceptInvitationContract,
    ({ kernel, claims, clientIp, input }) =>
      invitations.acceptInvitation(kernel, claims, { ...input, network: clientIp }),
  ),
]
