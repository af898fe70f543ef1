import { PLATFORM_POOL } from '#kernel/db/claims.ts'
import { accessTests } from '#testing/access-matrix.ts'
import type { Principal } from '#testing/access/principals.ts'
import type { Attempt, Outcome, Rights, Row, TableAccess, UnitAccess } from '#testing/access/types.ts'
import { world } from '#testing/access/world.ts'

const { creatorA, tenantA, tenantB, endUserA, otherEndUserA } = world
const ROLES: NonNullable<UnitAccess['functions']>[string] = [
  'anon',
  'authenticated',
  'end_user',
  'service_role',
]

let ids = 0
const message = (pool_id: string, topic: string): Row => ({
  pool_id,
  topic,
  inserted_at: '2026-01-01T00:00:00Z',
  id: `aaaaaaaa-0000-7000-8000-${String(++ids).padStart(12, '0')}`,
  extension: 'broadcast',
  event: 'canary',
  payload: { canary: true },
  binary_payload: null,
  private: true,
  expires_at: '2026-01-03T00:00:00Z',
  xact: '1',
})

const COLUMNS = [
  'pool_id',
  'topic',
  'inserted_at',
  'id',
  'extension',
  'event',
  'payload',
  'binary_payload',
  'private',
  'expires_at',
  'seq',
]

/** May read these rows, and write to this topic; writing to any other topic is rejected. */
function rights(rows: string[], pool: string, topic: string, refused = false): Rights {
  const { pool_id, id, extension, event, payload, binary_payload, ...row } = message(pool, topic)
  return {
    cites: ['M01', 'M06'],
    select: { columns: COLUMNS, rows },
    insert: {
      pool_id,
      topic,
      id,
      extension,
      event,
      payload,
      binary_payload,
      private: true,
      expires_at: row.expires_at,
    },
    ...(refused ? { insertFails: 'refused' as const } : {}),
  }
}

/** What end users send each other: creator A's own topic is not among it. */
const seenByStaff = [
  'lobby of A',
  'lobby of creators',
  'room of A',
  'own of the end user of A',
  'own of the other end user of A',
]

const messagesTable: TableAccess = {
  table: 'realtime.messages',
  key: ['id'],
  columns: [...COLUMNS, 'xact'],
  computed: ['seq'],
  // A policy that ignores pools, as a builder might write it.
  before: `create policy lobby on realtime.messages for select to anon, authenticated, end_user using (topic = 'lobby');
    create policy lobby_send on realtime.messages for insert to anon, authenticated, end_user
      with check (topic = 'lobby')`,
  rows: {
    'lobby of A': message(tenantA, 'lobby'),
    'lobby of B': message(tenantB, 'lobby'),
    'lobby of creators': message(PLATFORM_POOL, 'lobby'),
    'room of A': message(tenantA, 'room'),
    'room of B': message(tenantB, 'room'),
    'own of the end user of A': message(tenantA, `user:${endUserA}`),
    'own of the other end user of A': message(tenantA, `user:${otherEndUserA}`),
    'own of creator A': message(PLATFORM_POOL, `user:${creatorA}`),
    'room of creators': message(PLATFORM_POOL, 'room'),
  },
  spare: message(tenantA, 'room'),
  rights: {
    anon: rights(['lobby of creators'], PLATFORM_POOL, 'room', true),
    'visitor of A': rights(['lobby of A'], tenantA, 'room', true),
    'end user of A': rights(['lobby of A', 'own of the end user of A'], tenantA, `user:${endUserA}`),
    'other end user of A': rights(
      ['lobby of A', 'own of the other end user of A'],
      tenantA,
      `user:${endUserA}`,
      true,
    ),
    'new end user of A': rights(['lobby of A'], tenantA, 'room', true),
    'end user of B': rights(['lobby of B'], tenantA, `user:${world.endUserB}`, true),
    'end user of B with the id of creator A': rights(['lobby of B'], PLATFORM_POOL, `user:${creatorA}`, true),
    'creator A': rights(
      [
        'lobby of A',
        'lobby of creators',
        'room of A',
        'own of the end user of A',
        'own of the other end user of A',
        'own of creator A',
      ],
      tenantA,
      'room',
    ),
    'admin of A': rights(seenByStaff, tenantA, 'room'),
    'support of A': rights(seenByStaff, tenantA, 'room'),
    'creator B': rights(['lobby of B', 'lobby of creators', 'room of B'], tenantA, 'room', true),
    'new creator': rights(['lobby of creators'], PLATFORM_POOL, 'room', true),
    'creator with the id of an end user of A': rights(
      ['lobby of creators'],
      tenantA,
      `user:${endUserA}`,
      true,
    ),
  },
  attempts: [
    sendsToLobby('visitor of A', 'their tenant', tenantA, { inserts: 1 }),
    sendsToLobby('visitor of A', 'another tenant', tenantB, 'refused'),
    sendsToLobby('end user of A', 'another tenant', tenantB, 'refused'),
    sendsToLobby('end user of A', 'the creators', PLATFORM_POOL, 'refused'),
    sendsToLobby('creator A', 'the creators', PLATFORM_POOL, { inserts: 1 }),
    sendsToLobby('creator A', 'their tenant', tenantA, { inserts: 1 }),
    sendsToLobby('creator A', 'another tenant', tenantB, 'refused'),
    sendsToLobby('creator B', 'another tenant', tenantA, 'refused'),
  ],
}

function sendsToLobby(as: Principal, whose: string, pool: string, outcome: Outcome): Attempt {
  return {
    as,
    cites: ['M06'],
    does: `sends to the lobby of ${whose}`,
    sql: `insert into realtime.messages (pool_id, topic, extension) values ('${pool}', 'lobby', 'broadcast')`,
    outcome,
  }
}

const messageFunctions: UnitAccess['functions'] = {
  'realtime.topic()': ROLES,
  'realtime.send(jsonb,text,text,boolean,uuid)': ROLES,
  'realtime.send_binary(bytea,text,text,boolean,uuid)': ROLES,
  'realtime.broadcast_changes(text,text,text,text,text,record,record,text,uuid)': ROLES,
  'realtime.channel_rights(uuid,text,jsonb)': ['service_role'],
  'realtime.tell_messages()': [],
}

/** The notices between server processes. */
const processTables: TableAccess[] = [
  {
    table: 'realtime.processes',
    key: ['id'],
    columns: ['id', 'started_at'],
    rows: { one: { id: '1001', started_at: '2026-01-01T00:00:00Z' } },
    spare: { id: '1002', started_at: '2026-01-01T00:00:00Z' },
    rights: {},
    attempts: [
      {
        as: 'service',
        does: 'takes an id of its own',
        sql: `insert into realtime.processes (id) values (nextval('realtime.process_ids'))`,
        outcome: { inserts: 1 },
      },
    ],
  },
  {
    table: 'realtime.presences',
    cites: ['M06'],
    key: ['ref'],
    columns: ['pool_id', 'private', 'topic', 'ref', 'process_id', 'presence_key', 'meta'],
    rows: { one: present(tenantA, 'one') },
    spare: present(tenantA, 'two'),
    rights: {},
  },
  {
    table: 'realtime.parcels',
    cites: ['M06'],
    key: ['id'],
    columns: ['pool_id', 'id', 'body', 'created_at'],
    rows: { one: parcel(tenantA, 1) },
    spare: parcel(tenantA, 2),
    rights: {},
  },
]

function present(pool_id: string, ref: string): Row {
  return {
    pool_id,
    private: true,
    topic: 'room',
    ref,
    process_id: '1',
    presence_key: 'canary',
    meta: '{"canary":true}',
  }
}

function parcel(pool_id: string, n: number): Row {
  return {
    pool_id,
    id: `aaaaaaaa-0000-7000-8000-0000000001f${n}`,
    body: '\\x63616e617279',
    created_at: '2026-01-01T00:00:00Z',
  }
}

const process = 'aaaaaaaa-0000-7000-8000-0000000000f0'
const expires_at = '2100-01-01T00:00:00Z'

/** The service's own tables: no other role can read or write their rows. */
const NO_PART = '00000000-0000-0000-0000-000000000000'
const changeTables: TableAccess[] = [
  {
    table: 'realtime.watchers',
    key: ['process'],
    columns: ['process', 'expires_at'],
    rows: { one: { process, expires_at } },
    spare: { process: process.replace('f0', 'f1'), expires_at },
    rights: {},
  },
  {
    table: 'realtime.watched',
    key: ['relation'],
    columns: ['relation', 'part', 'process'],
    before: `insert into realtime.watchers values ('${process}', '${expires_at}') on conflict do nothing`,
    rows: { one: { relation: '1', part: NO_PART, process } },
    spare: { relation: '2', part: NO_PART, process },
    rights: {},
  },
  {
    table: 'realtime.changes',
    cites: ['M02'],
    key: ['xact'],
    columns: ['xact', 'seq', 'relation', 'part', 'type', 'changed_at', 'record', 'old_record'],
    computed: ['seq'],
    rows: {
      one: {
        xact: '1',
        relation: '1',
        part: null,
        type: 'INSERT',
        changed_at: expires_at,
        record: { canary: true },
        old_record: { canary: true },
      },
    },
    spare: {
      xact: '2',
      relation: '1',
      part: null,
      type: 'INSERT',
      changed_at: expires_at,
      record: {},
      old_record: {},
    },
    rights: {},
  },
]

const changeFunctions: UnitAccess['functions'] = {
  'realtime.capture()': [],
  'realtime.capture_records()': [],
  'realtime.record_image(jsonb,jsonb)': [],
  'realtime.tell_of_tables()': [],
  'realtime.publish(regclass)': [],
  'realtime.unpublish(regclass)': [],
}

accessTests({
  unit: 'services/realtime',
  tables: [messagesTable, ...changeTables, ...processTables],
  functions: { ...messageFunctions, ...changeFunctions, 'realtime.tenant_deleted()': [] },
  schemas: { realtime: ['anon', 'authenticated', 'end_user', 'service_role'] },
})
