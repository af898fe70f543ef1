import * as z from 'zod/mini'
import { contract, name, uuid } from '#kernel/contract.ts'

const role = z.object({
  name: z.string(),
  is_default: z.boolean(),
  members: z.int(),
  created_at: z.string(),
})
const ofTenant = { tenantId: uuid }
const roleName = name(40)
const ofRole = { ...ofTenant, role: roleName }
const members = z.optional(z.array(uuid).check(z.maxLength(1000, 'must name at most 1000 members')))

export const listRolesContract = contract(z.strictObject(ofTenant), z.object({ roles: z.array(role) }))
export const createRoleContract = contract(
  z.strictObject({ ...ofTenant, name: roleName, is_default: z.optional(z.boolean()) }),
  role,
)
export const changeRoleContract = contract(
  z.strictObject({ ...ofRole, name: z.optional(roleName), is_default: z.optional(z.boolean()) }),
  role,
)
export const deleteRoleContract = contract(z.strictObject(ofRole), z.object({ deleted: z.literal(true) }))
export const changeRoleMembersContract = contract(
  z.strictObject({ ...ofRole, give: members, take: members }),
  z.object({ given: z.int(), taken: z.int() }),
)
export const findMembersContract = contract(
  z.strictObject({
    ...ofTenant,
    keys: z
      .array(z.string().check(z.trim(), z.maxLength(254, 'must have at most 254 characters')))
      .check(z.maxLength(1000, 'must name at most 1000 members')),
  }),
  z.object({ members: z.array(z.object({ key: z.string(), id: uuid, email: z.string() })) }),
)
export const viewAsContract = contract(
  z.strictObject({
    ...ofTenant,
    page: z.string().check(z.regex(/^[a-z][a-z-]{0,40}$/, 'must be the name of a page')),
    block: z.optional(uuid),
    viewer: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('visitor') }),
      z.strictObject({ kind: z.literal('person'), id: uuid }),
      z.strictObject({ kind: z.literal('role'), role: roleName }),
      z.strictObject({ kind: z.literal('bought'), source: uuid }),
    ]),
  }),
  z.object({ ticket: z.string(), expires_at: z.string() }),
)
