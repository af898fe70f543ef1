import { creator } from '#kernel/http/guards.ts'
import { route } from '#kernel/http/route.ts'
import type { Route } from '#kernel/http/route.ts'
import type { Unit } from '#kernel/unit.ts'
import { refreshAudienceSets } from './audience-sets.ts'
import * as contracts from './contract.ts'
import * as endpoints from './endpoints.ts'
import { findMembers } from './find-members.ts'
import { changeRole, changeRoleMembers, createRole, deleteRole, listRoles } from './roles.ts'
import { viewAs } from './view-as.ts'

export const functions: Route[] = [
  route(endpoints.listRoles, creator, contracts.listRolesContract, async ({ kernel, claims, input }) => ({
    roles: await listRoles(kernel, claims, input.tenantId),
  })),
  route(endpoints.createRole, creator, contracts.createRoleContract, ({ kernel, claims, input }) =>
    createRole(kernel, claims, input),
  ),
  route(endpoints.changeRole, creator, contracts.changeRoleContract, ({ kernel, claims, input }) =>
    changeRole(kernel, claims, input),
  ),
  route(endpoints.deleteRole, creator, contracts.deleteRoleContract, async ({ kernel, claims, input }) => {
    await deleteRole(kernel, claims, input)
    return { deleted: true as const }
  }),
  route(
    endpoints.changeRoleMembers,
    creator,
    contracts.changeRoleMembersContract,
    ({ kernel, claims, input }) => changeRoleMembers(kernel, claims, input),
  ),
  route(endpoints.findMembers, creator, contracts.findMembersContract, async ({ kernel, claims, input }) => ({
    members: await findMembers(kernel, claims, input),
  })),
  route(endpoints.viewAs, creator, contracts.viewAsContract, ({ kernel, claims, input }) =>
    viewAs(kernel, claims, input),
  ),
]

export const jobs = { 'audience-sets': (kernel) => refreshAudienceSets(kernel) } satisfies Unit['jobs']
export const schedules = { 'audience-sets': '* * * * *' } satisfies Unit['schedules']
