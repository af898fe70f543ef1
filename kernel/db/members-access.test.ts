import { accessTests } from '#testing/access-matrix.ts'
import { emailOf, world } from '#testing/access/world.ts'

accessTests({
  unit: 'kernel/db (members)',
  tables: [
    {
      table: 'public.end_users',
      staff: 'people',
      key: ['tenant_id', 'auth_user_id'],
      shape: ['S3-015'],
      columns: ['tenant_id', 'auth_user_id', 'email', 'created_at'],
      rows: {
        'end user of A': member(world.tenantA, world.endUserA),
        'other end user of A': member(world.tenantA, world.otherEndUserA),
        'end user of B': member(world.tenantB, world.endUserB),
      },
      spare: member(world.tenantB, world.newEndUserA),
      rights: {
        'end user of A': {
          cites: ['C08'],
          ...sees(['end user of A']),
          insert: membership(world.tenantA, world.endUserA),
          insertFails: '23505',
        },
        'other end user of A': {
          ...sees(['other end user of A']),
          insert: membership(world.tenantA, world.otherEndUserA),
          insertFails: '23505',
        },
        'new end user of A': {
          ...sees([]),
          insert: membership(world.tenantA, world.newEndUserA),
        },
        'end user of B': {
          ...sees(['end user of B']),
          insert: membership(world.tenantB, world.endUserB),
          insertFails: '23505',
        },
        'end user of B with the id of creator A': {
          ...sees([]),
          insert: membership(world.tenantB, world.creatorA),
        },
        'creator A': sees(['end user of A', 'other end user of A']),
        'creator B': sees(['end user of B']),
        'new creator': sees([]),
        'creator with the id of an end user of A': sees([]),
      },
      attempts: [
        {
          as: 'new end user of A',
          cites: ['C09', 'S4-059'],
          does: 'joins under another id: refused',
          sql: join(world.tenantA, world.otherEndUserA, emailOf(world.newEndUserA)),
          outcome: 'refused',
        },
        {
          as: 'new end user of A',
          cites: ['C09', 'S4-059'],
          does: 'joins with another address: refused',
          sql: join(world.tenantA, world.newEndUserA, emailOf(world.endUserA)),
          outcome: 'refused',
        },
        {
          as: 'new end user of A',
          cites: ['C09'],
          does: 'joins without the address of the token: refused',
          sql: `insert into public.end_users (email) values (null)`,
          outcome: 'refused',
        },
        {
          as: 'new end user of A',
          cites: ['C09', 'S4-059'],
          does: 'joins another tenant: refused',
          sql: join(world.tenantB, world.newEndUserA, emailOf(world.newEndUserA)),
          outcome: 'refused',
        },
        {
          as: 'new end user of A',
          cites: ['C09'],
          does: 'joins an unknown tenant: refused',
          sql: join(world.noTenant, world.newEndUserA, emailOf(world.newEndUserA)),
          outcome: 'refused',
        },
        {
          as: 'end user of A',
          cites: ['C09'],
          does: 'joins again: the row exists once, and there is no error',
          sql: `${join(world.tenantA, world.endUserA, emailOf(world.endUserA))} on conflict (tenant_id, auth_user_id) do nothing`,
          outcome: { inserts: 0 },
        },
        {
          as: 'new end user of A',
          cites: ['C09'],
          does: "learns nothing from a foreign member's key: refused, not in conflict",
          sql: join(world.tenantA, world.endUserA, emailOf(world.newEndUserA)),
          outcome: 'refused',
        },
        {
          as: 'owner',
          does: 'deletes a tenant: its members are deleted too',
          sql: `delete from public.tenants where id = '${world.tenantA}'`,
          outcome: { touches: ['end user of A', 'other end user of A'] },
        },
      ],
    },
  ],
})

function member(tenantId: string, id: string) {
  return { tenant_id: tenantId, auth_user_id: id, email: emailOf(id), created_at: '2026-01-01T00:00:00Z' }
}

function membership(tenantId: string, id: string) {
  return { tenant_id: tenantId, auth_user_id: id, email: emailOf(id) }
}

function sees(rows: string[]) {
  return { select: { columns: ['tenant_id', 'auth_user_id', 'email', 'created_at'], rows } }
}

function join(tenantId: string, id: string, email: string): string {
  return `insert into public.end_users (tenant_id, auth_user_id, email) values ('${tenantId}', '${id}', '${email}')`
}
