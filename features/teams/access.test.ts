import { accessTests } from '#testing/access-matrix.ts'
import { emailOf, world } from '#testing/access/world.ts'

const { tenantA, tenantB, creatorA, endUserA, otherEndUserA, newEndUserA, endUserB } = world
const then = '2026-01-01T00:00:00Z'
const idOf = (tenant: string, number: number) => `${tenant.slice(0, 8)}-0000-7000-8000-0000000007${number}0`
const [teamA, otherTeamA, teamB] = [idOf(tenantA, 1), idOf(tenantA, 2), idOf(tenantB, 1)]

const accounts = [
  [tenantA, endUserA],
  [tenantA, otherEndUserA],
  [tenantA, newEndUserA],
  [tenantB, endUserB],
]
  .map(([pool, id]) => `('${pool}', '${id}', '${emailOf(id!)}', now())`)
  .join(', ')
const withAccounts = `insert into auth.users (pool_id, id, email, email_confirmed_at) values ${accounts}
  on conflict (pool_id, id) do update set email_confirmed_at = excluded.email_confirmed_at`

const passEnds = `update public.tenants set access_expires_at = now() - interval '1 second' where owner_user_id = '${creatorA}'`

const settings = (tenant_id: string) => ({ tenant_id, members_create: true })
const settingsRights = (tenant_id: string, rows: string[]) => ({
  select: { columns: ['tenant_id', 'members_create'], rows },
  insert: settings(tenant_id),
  insertFails: rows.length ? '23505' : 'refused',
  update: { to: { members_create: false }, rows },
})

const ofTeam = ['tenant_id', 'id', 'name', 'created_at']
const team = (tenant_id: string, id: string, name: string) => ({ tenant_id, id, name, created_at: then })
const teamRights = (tenant_id: string, rows: string[]) => ({
  select: { columns: ofTeam, rows },
  insert: { tenant_id, name: 'New' },
  ...(rows.length ? {} : { insertFails: 'refused' as const }),
  update: { to: { name: 'Renamed' }, rows },
  delete: { rows },
})

const member = (
  tenant_id: string,
  team_id: string,
  auth_user_id: string,
  role = 'admin',
  is_active = true,
) => ({
  tenant_id,
  team_id,
  auth_user_id,
  role,
  is_active,
  joined_at: then,
})
const ofMember = ['tenant_id', 'team_id', 'auth_user_id', 'role', 'joined_at']
const memberRights = (tenant_id: string, team_id: string, rows: string[], fails?: string) => ({
  select: { columns: [...ofMember, 'is_active'], rows },
  insert: { tenant_id, team_id, auth_user_id: newEndUserA, role: 'member' },
  ...(fails ? { insertFails: fails } : {}),
  update: { to: { role: 'admin' }, rows },
  delete: rows.length ? { fails: '23514' } : { rows },
})

const invitation = (tenant_id: string, number: number, team_id: string) => ({
  tenant_id,
  id: `${tenant_id.slice(0, 8)}-0000-7000-8000-00000000076${number}`,
  team_id,
  email: 'canary@example.test',
  role: 'member',
  secret_hash: `\\x${`${number}`.repeat(64)}`,
  page_url: 'https://a.example/canary',
  locale: 'de',
  invited_by: null,
  created_at: then,
  expires_at: '2100-01-01T00:00:00Z',
})
const ofInvitation = ['tenant_id', 'id', 'team_id', 'email', 'role', 'created_at', 'expires_at']
const invitationRights = (rows: string[]) => ({ select: { columns: ofInvitation, rows }, delete: { rows } })

const orderOf = (tenant: string, number: number) =>
  `${tenant.slice(0, 8)}-0000-7000-8000-00000000077${number}`
const seats = (tenant_id: string, number: number, team_id: string, auth_user_id: string) => ({
  tenant_id,
  order_id: orderOf(tenant_id, number),
  team_id,
  auth_user_id,
})
const paid = (tenant: string, number: number, user: string) => `insert into public.orders
  (tenant_id, id, mode, status, seller, source_id, name, amount_total, currency, auth_user_id, stripe_account_id, state_hash,
   receipt_hash) values ('${tenant}', '${orderOf(tenant, number)}', 'live', 'paid', 'pay', '${tenantA}', 'Club', 100, 'eur',
   '${user}', 'acct_1', '\\x7${number}', '\\x7${number}')`

const seat = (tenant_id: string, team_id: string, auth_user_id: string) => ({
  tenant_id,
  team_id,
  auth_user_id,
  source_id: tenantA,
  mode: 'live',
  since: then,
  until: '2100-01-01T00:00:00Z',
})
const ofSeat = Object.keys(seat(tenantA, teamA, endUserA))

accessTests({
  unit: 'features/teams',
  functions: {
    'app.my_teams()': ['end_user'],
    'app.store_seat_facts()': [],
    'app.my_team()': ['end_user'],
    'app.my_audiences_as_team()': ['end_user'],
    'app.read_team_seats(uuid,uuid)': ['service_role'],
    'app.team_seats(uuid,uuid)': [],
    'app.count_team_seats(uuid,uuid)': ['service_role'],
    'app.team_seat_holders(uuid,uuid)': [],
    'app.place_team_seats(uuid,uuid)': [],
    'app.store_team_seats(uuid,uuid[])': [],
    'app.team_rows_changed()': [],
    'app.team_row_changed()': [],
    'app.seats_of_order_changed()': [],
    'app.seats_of_member_changed()': [],
    'app.bound_teams()': [],
    'app.bound_invitations()': [],
    'app.place_team_member()': [],
    'app.keep_team_admin()': [],
    'app.inherit_team()': [],
    'app.leave_teams()': [],
    'app.team_in_metadata()': [],
    'app.team_order_moved()': [],
    'app.team_orders_given()': [],
    'app.refresh_metadata_of_team()': [],
    'app.give_seats_to_team()': [],
    'app.erase_team_invitations(uuid,uuid,text)': [],
    'app.end_team_invitations_of()': [],
  },
  tables: [
    {
      table: 'public.team_settings',
      staff: 'people',
      key: ['tenant_id'],
      columns: ['tenant_id', 'members_create'],
      rows: { "A's": settings(tenantA) },
      spare: settings(tenantB),
      rights: {
        'creator A': { cites: ['C04'], ...settingsRights(tenantA, ["A's"]) },
        'creator B': { cites: ['C04'], ...settingsRights(tenantA, []) },
        'new creator': settingsRights(tenantA, []),
        'creator with the id of an end user of A': settingsRights(tenantA, []),
      },
      attempts: [
        {
          as: 'creator A',
          does: 'opens teams when the plan has ended: nothing happens',
          given: passEnds,
          sql: 'update public.team_settings set members_create = true',
          outcome: { touches: [] },
        },
        {
          as: 'creator A',
          does: 'stores settings when the plan has ended: refused',
          given: `${passEnds}; delete from public.team_settings`,
          sql: `insert into public.team_settings (tenant_id, members_create) values ('${tenantA}', true)`,
          outcome: 'refused',
        },
      ],
    },
    {
      table: 'public.teams',
      staff: 'people',
      key: ['tenant_id', 'id'],
      columns: ofTeam,
      before: withAccounts,
      rows: {
        "A's team": team(tenantA, teamA, 'Oak'),
        "A's other team": team(tenantA, otherTeamA, 'Elm'),
        "B's team": team(tenantB, teamB, 'Ash'),
      },
      spare: team(tenantB, idOf(tenantB, 3), 'Spare'),
      rights: {
        'creator A': { cites: ['C04'], ...teamRights(tenantA, ["A's team", "A's other team"]) },
        'creator B': { cites: ['C04'], ...teamRights(tenantB, ["B's team"]) },
        'new creator': teamRights(tenantA, []),
        'creator with the id of an end user of A': teamRights(tenantA, []),
        'end user of A': { cites: ['A03'], select: { columns: ofTeam, rows: ["A's team"] } },
        'other end user of A': { cites: ['A03'], select: { columns: ofTeam, rows: ["A's other team"] } },
        'new end user of A': { select: { columns: ofTeam, rows: [] } },
        'end user of B': { cites: ['C04'], select: { columns: ofTeam, rows: ["B's team"] } },
        'end user of B with the id of creator A': { select: { columns: ofTeam, rows: [] } },
      },
      attempts: [
        {
          as: 'end user of A',
          does: 'sees both teams that they are in',
          given: `insert into public.team_members (tenant_id, team_id, auth_user_id) values ('${tenantA}', '${otherTeamA}', '${endUserA}')`,
          sql: `select concat_ws('|', tenant_id, id) as key from public.teams`,
          outcome: { sees: ["A's team", "A's other team"] },
        },
        {
          as: 'end user of A',
          does: 'sees no team while they are banned',
          given: `update auth.users set banned_until = now() + interval '1 hour' where id = '${endUserA}'`,
          sql: `select concat_ws('|', tenant_id, id) as key from public.teams`,
          outcome: { sees: [] },
        },
        {
          as: 'new end user of A',
          does: 'sees no team that only invites them',
          given: `insert into public.team_invitations (tenant_id, team_id, email) values ('${tenantA}', '${teamA}', '${emailOf(newEndUserA)}')`,
          sql: `select concat_ws('|', tenant_id, id) as key from public.teams`,
          outcome: { sees: [] },
        },
        {
          as: 'new end user of A',
          does: 'sees no team that they left',
          given: `insert into public.team_members (tenant_id, team_id, auth_user_id) values ('${tenantA}', '${teamA}', '${newEndUserA}');
            delete from public.team_members where auth_user_id = '${newEndUserA}'`,
          sql: `select concat_ws('|', tenant_id, id) as key from public.teams`,
          outcome: { sees: [] },
        },
        {
          as: 'creator B',
          cites: ['C04'],
          does: "adds a team to A's tenant: refused",
          sql: `insert into public.teams (tenant_id, name) values ('${tenantA}', 'Planted')`,
          outcome: 'refused',
        },
        {
          as: 'creator A',
          does: 'adds a team when the plan has ended: refused',
          given: passEnds,
          sql: `insert into public.teams (tenant_id, name) values ('${tenantA}', 'Late')`,
          outcome: 'refused',
        },
        {
          as: 'creator A',
          does: 'renames and deletes none when the plan has ended',
          given: passEnds,
          sql: `delete from public.teams`,
          outcome: { touches: [] },
        },
        {
          as: 'creator A',
          does: 'still sees the teams when the plan has ended',
          given: passEnds,
          sql: `select concat_ws('|', tenant_id, id) as key from public.teams`,
          outcome: { sees: ["A's team", "A's other team"] },
        },
      ],
    },
    {
      table: 'public.team_members',
      staff: 'people',
      key: ['tenant_id', 'team_id', 'auth_user_id'],
      columns: [...ofMember, 'is_active'],
      rows: {
        "A's admin": member(tenantA, teamA, endUserA),
        "A's admin of another team": member(tenantA, otherTeamA, otherEndUserA),
        "B's admin": member(tenantB, teamB, endUserB),
      },
      spare: member(tenantA, teamA, newEndUserA, 'member'),
      deleteFails: '23514',
      rights: {
        'creator A': {
          cites: ['C04'],
          ...memberRights(tenantA, teamA, ["A's admin", "A's admin of another team"]),
        },
        'creator B': { cites: ['C04'], ...memberRights(tenantB, teamB, ["B's admin"], '23503') },
        'new creator': memberRights(tenantA, teamA, [], 'refused'),
        'creator with the id of an end user of A': memberRights(tenantA, teamA, [], 'refused'),
        'end user of A': { cites: ['A03'], select: { columns: ofMember, rows: ["A's admin"] } },
        'other end user of A': {
          cites: ['A03'],
          select: { columns: ofMember, rows: ["A's admin of another team"] },
        },
        'new end user of A': { select: { columns: ofMember, rows: [] } },
        'end user of B': { cites: ['C04'], select: { columns: ofMember, rows: ["B's admin"] } },
        'end user of B with the id of creator A': { select: { columns: ofMember, rows: [] } },
      },
      attempts: [
        {
          as: 'creator B',
          cites: ['C04'],
          does: "adds their own member to A's team: refused",
          sql: `insert into public.team_members (tenant_id, team_id, auth_user_id, role) values ('${tenantA}', '${teamA}', '${newEndUserA}', 'admin')`,
          outcome: 'refused',
        },
        {
          as: 'creator A',
          does: 'adds a member when the plan has ended: refused',
          given: passEnds,
          sql: `insert into public.team_members (tenant_id, team_id, auth_user_id) values ('${tenantA}', '${teamA}', '${newEndUserA}')`,
          outcome: 'refused',
        },
        {
          as: 'creator A',
          does: 'takes the last admin their role: refused by the rule of the table',
          sql: `update public.team_members set role = 'member'`,
          outcome: { fails: '23514' },
        },
        {
          as: 'creator A',
          does: 'still sees the members when the plan has ended',
          given: passEnds,
          sql: `select concat_ws('|', tenant_id, team_id, auth_user_id) as key from public.team_members`,
          outcome: { sees: ["A's admin", "A's admin of another team"] },
        },
        {
          as: 'end user of A',
          does: 'adds themselves to another team: refused',
          sql: `insert into public.team_members (tenant_id, team_id, auth_user_id) values ('${tenantA}', '${otherTeamA}', '${endUserA}')`,
          outcome: 'denied',
        },
        {
          as: 'owner',
          does: 'deletes an account whose row stays: it is in no team',
          sql: `update auth.users set deleted_at = now() where id = '${endUserA}'`,
          outcome: { touches: ["A's admin"] },
        },
      ],
    },
    {
      table: 'public.team_invitations',
      staff: 'people',
      key: ['tenant_id', 'id'],
      columns: Object.keys(invitation(tenantA, 1, teamA)),
      rows: {
        "A's invitation": invitation(tenantA, 1, teamA),
        "B's invitation": invitation(tenantB, 2, teamB),
      },
      spare: { ...invitation(tenantA, 3, teamA), email: 'spare@example.test' },
      rights: {
        'creator A': { cites: ['C04'], ...invitationRights(["A's invitation"]) },
        'creator B': { cites: ['C04'], ...invitationRights(["B's invitation"]) },
        'new creator': invitationRights([]),
        'creator with the id of an end user of A': invitationRights([]),
      },
      attempts: [
        {
          as: 'creator A',
          does: 'withdraws none when the plan has ended',
          given: passEnds,
          sql: 'delete from public.team_invitations',
          outcome: { touches: [] },
        },
      ],
    },
    {
      table: 'public.team_orders',
      staff: 'people',
      key: ['tenant_id', 'order_id'],
      columns: ['tenant_id', 'order_id', 'team_id', 'auth_user_id'],
      before: [paid(tenantA, 1, endUserA), paid(tenantB, 1, endUserB), paid(tenantA, 2, endUserA)].join('; '),
      rows: {
        "A's seats": seats(tenantA, 1, teamA, endUserA),
        "B's seats": seats(tenantB, 1, teamB, endUserB),
      },
      spare: seats(tenantA, 2, teamA, endUserA),
      rights: {
        'creator A': {
          cites: ['C04'],
          select: { columns: ['tenant_id', 'order_id', 'team_id', 'auth_user_id'], rows: ["A's seats"] },
        },
        'creator B': {
          cites: ['C04'],
          select: { columns: ['tenant_id', 'order_id', 'team_id', 'auth_user_id'], rows: ["B's seats"] },
        },
        'new creator': {
          select: { columns: ['tenant_id', 'order_id', 'team_id', 'auth_user_id'], rows: [] },
        },
        'creator with the id of an end user of A': {
          select: { columns: ['tenant_id', 'order_id', 'team_id', 'auth_user_id'], rows: [] },
        },
      },
    },
    // After what it is computed from, which replaces rows that do not follow from it.
    {
      table: 'app.seat_holders',
      key: ofSeat.slice(0, 5),
      columns: ofSeat,
      rows: { "A's seat": seat(tenantA, teamA, endUserA), "B's seat": seat(tenantB, teamB, endUserB) },
      spare: seat(tenantA, teamA, otherEndUserA),
      rights: { service: { select: { columns: ofSeat, rows: ["A's seat", "B's seat"] } } },
    },
  ],
})
