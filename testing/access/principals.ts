import type { Claims } from '#kernel/db/claims.ts'
import { actAs } from '../act-as.ts'
import { emailOf, world } from './world.ts'

const endUser = (tenantId: string, id: string) => actAs.endUser(tenantId, id, emailOf(id))
const creator = (id: string) => actAs.creator(id, emailOf(id))

/**
 * All kinds of callers. Everything that a matrix does not allow a principal is tried and must be denied.
 * `owner` is the database's owner, which runs migrations and definer functions; row-level security is forced
 * on it.
 */
export const principals = {
  anon: actAs.anonymous(),
  'visitor of A': actAs.visitor(world.tenantA),
  'end user of A': endUser(world.tenantA, world.endUserA),
  'other end user of A': endUser(world.tenantA, world.otherEndUserA),
  'new end user of A': endUser(world.tenantA, world.newEndUserA),
  'end user of B': endUser(world.tenantB, world.endUserB),
  // An identity is only valid in its own pool, even if an id exists in both pools.
  'end user of B with the id of creator A': endUser(world.tenantB, world.creatorA),
  'creator A': creator(world.creatorA),
  'creator B': creator(world.creatorB),
  'new creator': creator(world.newCreator),
  'creator with the id of an end user of A': creator(world.endUserA),
  'admin of A': creator(world.adminA),
  'editor of A': creator(world.editorA),
  'support of A': creator(world.supportA),
  'door of A': creator(world.doorA),
  'former admin of A': creator(world.formerA),
  'invited to A': creator(world.invitedA),
  service: actAs.service(),
  owner: undefined,
} satisfies Record<string, Claims | undefined>

export type Principal = keyof typeof principals
export const principalNames = Object.keys(principals) as Principal[]
