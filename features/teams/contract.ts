import * as z from 'zod/mini'
import { contract, name, uuid, webAddress } from '#kernel/contract.ts'

const teamName = name(60)
const role = z.enum(['admin', 'member'])
const email = z.string().check(z.trim(), z.minLength(3), z.maxLength(254))
const secret = z.string().check(z.minLength(20), z.maxLength(100))
const count = z.int()

const member = z.object({
  id: uuid,
  name: z.string(),
  email: z.string(),
  role,
  joined_at: z.string(),
})
const invitation = z.object({
  id: uuid,
  email: z.string(),
  role,
  created_at: z.string(),
  expires_at: z.string(),
})
const ofProduct = { product_id: uuid, product: z.string(), seats: count, without: z.array(uuid) }

const myTeams = z.object({
  teams: z.array(z.object({ id: uuid, name: z.string(), role, active: z.boolean() })),
  team: z.nullable(
    z.object({
      id: uuid,
      name: z.string(),
      created_at: z.string(),
      members: z.array(member),
      invitations: z.array(invitation),
      seats: z.array(
        z.object({ ...ofProduct, own_order_id: z.nullable(uuid), own_seats: z.nullable(count) }),
      ),
    }),
  ),
  may_create: z.boolean(),
  free_seats: z.array(z.object({ order_id: uuid, product: z.string(), seats: count })),
  sells_seats: z.boolean(),
})

const mine = { teamId: uuid }
const myMember = { ...mine, memberId: uuid }
const myInvitation = { ...mine, invitationId: uuid }

export const readMyTeamsContract = contract(z.strictObject({}), myTeams)
export const createMyTeamContract = contract(z.strictObject({ name: teamName }), myTeams)
export const changeMyTeamContract = contract(
  z.strictObject({ ...mine, name: z.optional(teamName), active: z.optional(z.literal(true)) }),
  myTeams,
)
export const deleteMyTeamContract = contract(z.strictObject(mine), myTeams)
export const changeMyTeamMemberContract = contract(
  z.strictObject({ ...myMember, role, transfer: z.optional(z.literal(true)) }),
  myTeams,
)
export const removeMyTeamMemberContract = contract(z.strictObject(myMember), myTeams)
export const inviteToMyTeamContract = contract(
  z.strictObject({
    ...mine,
    email,
    role: z.optional(role),
    page_url: z.optional(webAddress),
    locale: z.optional(z.string().check(z.maxLength(40))),
  }),
  myTeams,
)
export const myTeamInvitationContract = contract(z.strictObject(myInvitation), myTeams)
export const useSeatsForMyTeamContract = contract(z.strictObject({ ...mine, order_id: uuid }), myTeams)
export const readTeamInvitationContract = contract(
  z.strictObject({ secret }),
  z.object({ team: z.string(), expires_at: z.string() }),
)
export const acceptTeamInvitationContract = contract(z.strictObject({ secret }), myTeams)

/** Query parameters are text, so this parses a number. */
const limit = z.pipe(
  z.string().check(z.regex(/^\d{1,3}$/, 'must be a whole number from 1 to 100')),
  z.pipe(
    z.transform(Number),
    z.int().check(z.minimum(1, 'must be 1 or more'), z.maximum(100, 'must be at most 100')),
  ),
)

const ofTenant = { tenantId: uuid }
const ofTeam = { ...ofTenant, teamId: uuid }
const ofMember = { ...ofTeam, memberId: uuid }
const team = {
  id: uuid,
  name: z.string(),
  created_at: z.string(),
  members: count,
  invitations: count,
  seats: count,
}
const studioTeam = z.object({
  ...team,
  people: z.array(z.extend(member, { active: z.boolean() })),
  invited: z.array(invitation),
  products: z.array(z.object(ofProduct)),
})
const settings = z.object({ members_create: z.boolean() })

export const listTeamsContract = contract(
  z.strictObject({
    ...ofTenant,
    q: z.optional(z.string().check(z.trim(), z.maxLength(100))),
    cursor: z.optional(z.string().check(z.maxLength(200))),
    limit: z.optional(limit),
  }),
  z.object({ teams: z.array(z.object(team)), next: z.nullable(z.string()) }),
)
export const readTeamContract = contract(z.strictObject(ofTeam), studioTeam)
export const createTeamContract = contract(
  z.strictObject({ ...ofTenant, name: teamName, admin_email: z.optional(email) }),
  studioTeam,
)
export const renameTeamContract = contract(z.strictObject({ ...ofTeam, name: teamName }), studioTeam)
export const deleteTeamContract = contract(z.strictObject(ofTeam), z.object({ deleted: z.literal(true) }))
export const addToTeamContract = contract(
  z
    .strictObject({
      ...ofTeam,
      member_id: z.optional(uuid),
      email: z.optional(email),
      role: z.optional(role),
    })
    .check(
      z.refine(
        ({ member_id, email: to }) => (member_id === undefined) !== (to === undefined),
        'must name either member_id or email',
      ),
    ),
  studioTeam,
)
export const changeTeamMemberContract = contract(z.strictObject({ ...ofMember, role }), studioTeam)
export const removeTeamMemberContract = contract(z.strictObject(ofMember), studioTeam)
export const teamInvitationContract = contract(z.strictObject({ ...ofTeam, invitationId: uuid }), studioTeam)
export const readTeamSettingsContract = contract(z.strictObject(ofTenant), settings)
export const changeTeamSettingsContract = contract(
  z.strictObject({ ...ofTenant, members_create: z.boolean() }),
  settings,
)
