import * as z from 'zod/mini'
import { STAFF_ROLES } from '#kernel/browser/staff-rights.ts'
import { contract, uuid } from '#kernel/contract.ts'

const role = z.enum(STAFF_ROLES)
const ofTenant = { tenantId: uuid }
const ofInvitation = { ...ofTenant, invitationId: uuid }
const ofMember = { ...ofTenant, userId: uuid }
const nothing = z.strictObject({})
const token = z.string().check(z.regex(/^[\w-]{43}$/, 'must be the token of an invitation'))
const email = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(320, 'must have at most 320 characters'),
    z.regex(/^[^@\s]+@[^@\s]+\.[^@\s]+$/, 'must be an email address'),
  )

const invitation = z.object({
  id: z.string(),
  email: z.string(),
  role,
  created_at: z.string(),
  expires_at: z.string(),
  expired: z.boolean(),
})

export const listMembershipsContract = contract(
  nothing,
  z.object({
    memberships: z.array(
      z.object({
        tenant_id: z.string(),
        name: z.string(),
        role,
        needs_two_step: z.boolean(),
        plan: z.enum(['free', 'pro', 'business']),
        ownership_offered: z.boolean(),
      }),
    ),
  }),
)
export const readStaffContract = contract(
  z.strictObject(ofTenant),
  z.object({
    members: z.array(
      z.object({
        user_id: z.string(),
        role: z.enum(['owner', ...STAFF_ROLES]),
        email: z.string(),
        name: z.string(),
        two_step: z.boolean(),
        created_at: z.string(),
      }),
    ),
    invitations: z.array(invitation),
    seats: z.int(),
    two_step_required: z.boolean(),
    offer: z.nullable(z.object({ user_id: z.string(), expires_at: z.string() })),
  }),
)
export const inviteStaffContract = contract(z.strictObject({ ...ofTenant, email, role }), invitation)
export const sendAgainContract = contract(z.strictObject(ofInvitation), invitation)
const withdrawn = z.object({ withdrawn: z.literal(true) })
export const withdrawInvitationContract = contract(z.strictObject(ofInvitation), withdrawn)
export const changeMemberContract = contract(z.strictObject({ ...ofMember, role }), z.object({ role }))
export const removeMemberContract = contract(z.strictObject(ofMember), z.object({ removed: z.literal(true) }))
export const leaveStaffContract = contract(z.strictObject(ofTenant), z.object({ left: z.literal(true) }))
export const requireTwoStepContract = contract(
  z.strictObject({ ...ofTenant, required: z.boolean() }),
  z.object({ required: z.boolean() }),
)
export const offerOwnershipContract = contract(
  z.strictObject({ ...ofTenant, user_id: uuid, name: z.string().check(z.maxLength(200)) }),
  z.object({ offered: z.literal(true) }),
)
export const withdrawOfferContract = contract(z.strictObject(ofTenant), withdrawn)
export const acceptOwnershipContract = contract(
  z.strictObject(ofTenant),
  z.object({ accepted: z.literal(true) }),
)
export const readInvitationContract = contract(
  z.strictObject({ token }),
  z.object({ tenant: z.string(), role, email: z.string(), expires_at: z.string() }),
)
export const acceptInvitationContract = contract(
  z.strictObject({ token }),
  z.object({ tenant_id: z.string() }),
)
