import { accessTests } from '#testing/access-matrix.ts'
import type { Attempt, Rights } from '#testing/access/types.ts'
import { emailOf, invitation, staff, world } from '#testing/access/world.ts'

const { tenantA, tenantB, creatorB, adminA, editorA, adminB, doorA, invitedA } = world
const [admin, editor, support, door] = staff

const columns = ['tenant_id', 'user_id', 'role', 'invited_by', 'created_at']
const everyone = ["A's admin", "A's editor", "A's support", "A's door"]

/** Reads these rows; changes and removes those. */
const member = (rows: string[], changes: string[] = [], removes = changes): Rights => ({
  select: { columns, rows },
  update: { to: { role: 'door' }, rows: changes },
  delete: { rows: removes },
})
const belowAdmin = ["A's editor", "A's support", "A's door"]

const invited = ['tenant_id', 'id', 'email', 'role', 'invited_by', 'created_at', 'expires_at']
const hash = (byte: string) => `\\x${byte.repeat(32)}`
const invites = (rows: string[], changes: string[], more: Partial<Rights> = {}): Rights => ({
  select: { columns: invited, rows },
  insert: { tenant_id: tenantA, email: 'new@example.test', role: 'editor', token_hash: hash('bb') },
  update: { to: { token_hash: hash('cc') }, rows: changes },
  delete: { rows: changes },
  ...more,
})
const invitesNoOne = invites([], [], { insertFails: 'refused' })

const offered = ['tenant_id', 'user_id', 'offered_at', 'expires_at']
const offers = (tenant_id: string, rows: string[], insertFails?: string): Rights => ({
  select: { columns: offered, rows },
  insert: { tenant_id, user_id: tenant_id === tenantB ? adminB : adminA },
  ...(insertFails ? { insertFails } : {}),
  delete: { rows },
})
const offersNothing = offers(tenantA, [], 'refused')

/** The account of the invited person, whose address is confirmed or not. */
const account = (id: string, email: string, confirmed = true) =>
  `insert into auth.users (pool_id, id, email, email_confirmed_at)
   values ('00000000-0000-0000-0000-000000000000', '${id}', '${email}', ${confirmed ? 'now()' : 'null'})`
const accept = `insert into public.bolt_profiles (user_id)
  select auth.uid() from (select app.accept_staff_invitation('${hash('aa')}'::bytea)) as accepted`
const accepting = (as: Attempt['as'], does: string, given: string): Attempt => ({
  as,
  does,
  given,
  sql: accept,
  outcome: { fails: '23514' },
})

accessTests({
  unit: 'features/staff',
  functions: {
    'app.check_audit_days()': [],
    'app.staff_seats(uuid)': [],
    'app.staff_seats_of(uuid)': ['authenticated'],
    'app.check_staff_invitation()': [],
    'app.end_invitations_of()': [],
    'app.refuse_staff(text)': [],
    'app.refuse_application()': [],
    'app.accept_staff_invitation(bytea)': ['authenticated'],
    'app.accept_ownership(uuid)': ['authenticated'],
    'app.require_staff_two_step(uuid,boolean)': ['authenticated'],
    'app.staff_of(uuid)': ['authenticated'],
    'app.my_memberships()': ['authenticated'],
  },
  tables: [
    {
      table: 'public.tenant_staff',
      key: ['tenant_id', 'user_id'],
      columns,
      rows: {
        "A's admin": admin!,
        "A's editor": editor!,
        "A's support": support!,
        "A's door": door!,
        "B's admin": { ...admin!, tenant_id: tenantB, user_id: adminB, invited_by: creatorB },
      },
      spare: { ...editor!, tenant_id: tenantB },
      rights: {
        'creator A': member(everyone, everyone),
        'creator B': member(["B's admin"], ["B's admin"]),
        'new creator': member([]),
        'creator with the id of an end user of A': member([]),
        'admin of A': member(everyone, belowAdmin, everyone),
        'editor of A': member(["A's editor"], [], ["A's editor"]),
        'support of A': member(["A's support"], [], ["A's support"]),
        'door of A': member(["A's door"], [], ["A's door"]),
      },
      attempts: [
        ...(['admin of A', 'editor of A', 'creator A'] as const).map((as) => ({
          as,
          does: 'adds no one without an invitation',
          sql: `insert into public.tenant_staff (tenant_id, user_id, role) values ('${tenantA}', '${invitedA}', 'editor')`,
          outcome: 'denied' as const,
        })),
        {
          as: 'admin of A',
          does: 'makes no one an admin: refused',
          sql: `update public.tenant_staff set role = 'admin' where user_id = '${editorA}'`,
          outcome: 'refused',
        },
        {
          as: 'creator A',
          does: 'makes an editor an admin',
          sql: `update public.tenant_staff set role = 'admin' where user_id = '${editorA}'`,
          outcome: { touches: ["A's editor"] },
        },
        {
          as: 'admin of A',
          does: 'cannot touch staff without the second factor that the tenant requires, but can leave',
          given: 'update public.tenants set staff_two_step = true',
          sql: 'delete from public.tenant_staff',
          outcome: { touches: ["A's admin"] },
        },
        {
          as: 'owner',
          does: 'deletes an account: it is staff of nothing',
          given: account(doorA, emailOf(doorA)),
          sql: `delete from auth.users where id = '${doorA}'`,
          outcome: { touches: ["A's door"] },
        },
      ],
    },
    {
      table: 'public.staff_invitations',
      key: ['tenant_id', 'id'],
      columns: [...invited, 'token_hash'],
      rows: {
        'admin invited to A': { ...invitation, token_hash: hash('aa') },
        'editor invited to A': {
          ...invitation,
          id: 'aaaaaaaa-0000-7000-8000-0000000001a2',
          email: 'editor@example.test',
          role: 'editor',
          token_hash: hash('ab'),
        },
      },
      spare: {
        ...invitation,
        tenant_id: tenantB,
        token_hash: hash('ad'),
      },
      rights: {
        'creator A': invites(
          ['admin invited to A', 'editor invited to A'],
          ['admin invited to A', 'editor invited to A'],
        ),
        'creator B': invitesNoOne,
        'new creator': invitesNoOne,
        'creator with the id of an end user of A': invitesNoOne,
        'admin of A': invites(['admin invited to A', 'editor invited to A'], ['editor invited to A']),
      },
      attempts: [
        {
          as: 'admin of A',
          does: 'invites no admin: refused',
          sql: `insert into public.staff_invitations (tenant_id, email, role, token_hash)
            values ('${tenantA}', 'x@example.test', 'admin', '${hash('bb')}')`,
          outcome: 'refused',
        },
        {
          as: 'creator A',
          does: 'invites no one beyond the seats of the plan',
          given: `update public.bolt_plans set staff_seats = 6 where id = 'business'`,
          sql: `insert into public.staff_invitations (tenant_id, email, role, token_hash)
            values ('${tenantA}', 'x@example.test', 'editor', '${hash('bb')}')`,
          outcome: { fails: '23514' },
        },
        {
          as: 'creator A',
          does: 'invites no one who is on the staff',
          given: account(editorA, emailOf(editorA)),
          sql: `insert into public.staff_invitations (tenant_id, email, role, token_hash)
            values ('${tenantA}', '${emailOf(editorA)}', 'editor', '${hash('bb')}')`,
          outcome: { fails: '23514' },
        },
        accepting(
          'new creator',
          'accepts no forwarded invitation',
          account(world.newCreator, 'new@example.test'),
        ),
        accepting(
          'invited to A',
          'accepts none without a confirmed address',
          account(invitedA, emailOf(invitedA), false),
        ),
      ],
    },
    {
      table: 'public.ownership_offers',
      key: ['tenant_id'],
      columns: offered,
      rows: {
        "A's offer": {
          tenant_id: tenantA,
          user_id: adminA,
          offered_at: '2026-01-01T00:00:00Z',
          expires_at: '2100-01-01T00:00:00Z',
        },
      },
      spare: {
        tenant_id: tenantB,
        user_id: adminB,
        offered_at: '2026-01-01T00:00:00Z',
        expires_at: '2100-01-01T00:00:00Z',
      },
      rights: {
        'creator A': offers(tenantA, ["A's offer"], '23505'),
        'creator B': offers(tenantB, []),
        'new creator': offersNothing,
        'creator with the id of an end user of A': offersNothing,
        'admin of A': offers(tenantA, ["A's offer"], 'refused'),
      },
      attempts: [
        {
          as: 'creator A',
          does: 'offers nothing to who is not on the staff',
          given: 'delete from public.ownership_offers',
          sql: `insert into public.ownership_offers (tenant_id, user_id) values ('${tenantA}', '${creatorB}')`,
          outcome: { fails: '23503' },
        },
        {
          as: 'admin of A',
          does: 'offers themselves nothing: refused',
          given: 'delete from public.ownership_offers',
          sql: `insert into public.ownership_offers (tenant_id, user_id) values ('${tenantA}', '${adminA}')`,
          outcome: 'refused',
        },
        {
          as: 'creator A',
          does: 'removes the member: the offer is gone',
          sql: `delete from public.tenant_staff where user_id = '${adminA}'`,
          outcome: { touches: ["A's offer"] },
        },
      ],
    },
  ],
})
