// Own tables must behave like native ones: each random request goes to a tenant's own tables and to native tables with the same
// columns, constraints and rows, and the responses must be equal.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Field } from '#kernel/browser/fields/field.ts'
import { withSlots } from '#kernel/browser/fields/slots.ts'
import { actAs } from '#testing/act-as.ts'
import { makeTenant } from '#testing/factories.ts'
import { restApp } from '#testing/rest-app.ts'
import { FOLK, IDS, requestsOf } from '#testing/record-requests.ts'
import type { RandomRequest } from '#testing/record-requests.ts'

/** Number of requests. For a longer run: npm run campaign fuzz */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 700)
const SEED = Number(process.env.FUZZ_SEED ?? 20261126)

const rest = await restApp()
const tenant = await makeTenant(rest.database, { plan: 'pro' })
const visitor = actAs.visitor(tenant.id)

const field = (id: number, name: string, kind: string, more: object = {}) => ({
  id: `field${String(id).padStart(3, '0')}`,
  name,
  title: name,
  kind,
  ...more,
})
const choicesOf = (...values: string[]) => values.map((value) => ({ value, title: value }))

/** Describes an own table as its endpoint would. */
async function describe(name: string, fields: object[]): Promise<string> {
  const { rows } = await rest.owner.query<{ id: string }>(
    `with everyone as (insert into public.audiences (tenant_id, name, rule)
       values ($1, 'Everyone', '{"any":[{"kind":"everyone"}]}') returning id)
     insert into public.data_tables (tenant_id, name, title, fields, see_audience_id, add_audience_id, change_audience_id, delete_audience_id)
     select $1, $2, $2, $3, id, id, id, id from everyone returning id`,
    [tenant.id, name, JSON.stringify(withSlots(fields as never, [], true))],
  )
  return rows[0]!.id
}
const folk = await describe('own_folk', [field(1, 'name', 'text', { required: true })])
const kids = await describe('own_kids', [])
// For visitors it does not exist: no native table corresponds to it.
const vault = await describe('own_vault', [field(1, 'name', 'text')])
await rest.owner.query(
  `update public.data_tables set see_audience_id = null, add_audience_id = null, change_audience_id = null, delete_audience_id = null
   where id = $1`,
  [vault],
)
const { rows: audiences } = await rest.owner.query<{ id: string }>(
  `insert into public.audiences (tenant_id, name, rule) values ($1, 'Members', '{"any":[{"kind":"signed_in"}]}') returning id`,
  [tenant.id],
)
/** More than six texts and four numbers, so that some are without a slot. */
const fields = withSlots(
  [
    field(1, 'name', 'text', { required: true, max: 20 }),
    field(2, 'age', 'number', { min: 0, default: 7 }),
    field(3, 'state', 'choice', { choices: choicesOf('open', 'done'), default: 'open' }),
    field(4, 'happy', 'yes_no', { default: true }),
    field(5, 'born', 'date'),
    field(6, 'seen', 'date_time'),
    field(7, 'tags', 'choices', { choices: choicesOf('a', 'b', 'c') }),
    field(8, 'note', 'long_text'),
    field(9, 'code', 'text', { unique: true }),
    field(10, 'folk', 'relation', { table: folk }),
    field(11, 'friend', 'relation', { table: kids }),
    field(12, 'photo', 'file'),
    field(13, 'score', 'rating', { max: 5 }),
    field(14, 'cost', 'money', { currency: 'eur', min: 0, max: 5000 }),
    field(15, 'web', 'link'),
    field(16, 'pin', 'text', { pattern: '[A-Z]{2}', min: 2 }),
    // For members: for the visitor who sends the requests it does not exist, and no native column corresponds to it.
    field(17, 'secret', 'text', { audience: audiences[0]!.id, unique: true }),
    field(18, 'safe', 'relation', { table: vault }),
    field(19, 'memo', 'text', { max: 10 }),
    field(20, 'lot', 'number', { max: 99 }),
    field(21, 'nick', 'text'),
    field(22, 'weight', 'number'),
  ] as Field[],
  [],
  true,
)
await rest.owner.query('update public.data_tables set fields = $2 where id = $1', [
  kids,
  JSON.stringify(fields),
])
await rest.owner.query(`
  create table public.nat_folk (id uuid primary key default app.uuidv7(), name text not null, created_at timestamptz default now(),
    updated_at timestamptz default now(), created_by uuid, team_id uuid, approved boolean default true);
  create table public.nat_kids (id uuid primary key default app.uuidv7(), name text not null check (char_length(name) <= 20),
    age float8 default 7 check (age >= 0), state text default 'open' check (state in ('open', 'done')), happy boolean default true,
    born date, seen timestamptz, tags text[] check (tags <@ '{a,b,c}'), note text, code text unique,
    folk uuid references public.nat_folk (id), friend uuid, photo jsonb, score float8 check (score between 1 and 5),
    cost float8 check (cost between 0 and 5000), web text check (web ~ '^https?:'), pin text check (pin ~ '^[A-Z]{2}$'), safe uuid,
    memo text check (char_length(memo) <= 10), lot float8 check (lot <= 99), nick text,
    weight float8, created_at timestamptz default now(), updated_at timestamptz default now(),
    created_by uuid, team_id uuid, approved boolean default true);
  alter table public.nat_kids add constraint nat_kids_friend_fkey foreign key (friend) references public.nat_kids (id) on delete no action;
  grant all on public.nat_folk, public.nat_kids to anon;
  -- The one rule that own tables add: visitors cannot use the id of a row in the trash.
  create table public.nat_gone (relation oid, id uuid, primary key (relation, id));
  create function public.nat_forget() returns trigger language plpgsql security definer as $$
  begin
    insert into public.nat_gone values (tg_relid, old.id) on conflict do nothing;
    return null;
  end $$;
  create function public.nat_unused() returns trigger language plpgsql security definer as $$
  declare
    v_exists boolean;
  begin
    execute format('select exists (select from %s where id = $1)', tg_relid::regclass) into v_exists using new.id;
    if not v_exists and exists (select from public.nat_gone g where g.relation = tg_relid and g.id = new.id) then
      raise exception 'taken' using errcode = 'unique_violation';
    end if;
    return new;
  end $$;
  create trigger gone after delete on public.nat_folk for each row execute function public.nat_forget();
  create trigger gone after delete on public.nat_kids for each row execute function public.nat_forget();
  create trigger unused before insert on public.nat_folk for each row execute function public.nat_unused();
  create trigger unused before insert on public.nat_kids for each row execute function public.nat_unused();
  notify pgrst, 'reload schema'`)

/** Empties both tables and fills them with the same rows. */
async function refill(): Promise<void> {
  await rest.owner.query(
    `truncate public.nat_kids, public.nat_folk, public.nat_gone; delete from app.records; delete from app.record_history; delete from app.record_files`,
  )
  const send = async (table: string, rows: object[]) => {
    for (const name of [table, table.replace('own_', 'nat_')]) {
      const answer = await rest.ask(visitor, 'POST', `/${name}`, {
        body: JSON.stringify(rows),
        headers: { 'content-type': 'application/json' },
      })
      assert.equal(answer.status, 201, answer.text)
    }
  }
  await send(
    'own_folk',
    FOLK.map((id, i) => ({ id, name: `Folk ${i}` })),
  )
  await send(
    'own_kids',
    IDS.slice(0, 9).map((id, i) => ({
      id,
      name: ['Ann', 'Bob', 'Cem', 'Ann', 'Bo,b', "O'Neil", 'ann', 'Zoe', 'Ben'][i],
      age: i === 4 ? null : i % 6,
      state: [null, 'open', 'done'][i % 3],
      happy: [true, false, null][i % 3],
      born: i % 2 ? '2020-02-29' : null,
      seen: i % 3 ? `2026-01-${10 + i}T10:00:00Z` : null,
      tags: [null, [], ['a'], ['a', 'b'], ['c']][i % 5],
      note: i % 2 ? 'long' : null,
      code: i < 4 ? `k${i + 3}` : null,
      folk: i % 4 === 3 ? null : FOLK[i % 3],
      friend: i === 0 ? null : IDS[i - 1],
      score: i % 3 ? (i % 5) + 1 : null,
      cost: i % 2 ? i * 100 : null,
      web: i % 3 ? `https://${'ab'[i % 2]}.test/` : null,
      pin: i % 4 ? ['AB', 'CD'][i % 2] : null,
      memo: [null, 'one', 'two'][i % 3],
      lot: i % 2 ? null : i,
      nick: [null, 'Al', 'Bo'][i % 3],
      weight: i % 4 ? i / 2 : null,
    })),
  )
  await addUnwritten()
}

/** What a visitor cannot write without an upload or a right: files, a hidden field, and names of rows of a hidden table. */
async function addUnwritten(): Promise<void> {
  const values = IDS.slice(0, 6).map((id, i) => ({
    id,
    photo: {
      id: id.replace(/.{12}$/, '0000000f11e5'.slice(0, 11) + i),
      name: `${'ab'[i % 2]}.txt`,
      size: i * 10,
      type: 'text/plain',
    },
    secret: `secret ${i}`,
    safe: i % 2 ? IDS[i] : null,
  }))
  const given = [JSON.stringify(values)]
  await rest.owner.query(
    `insert into app.record_files (tenant_id, id, table_id, field_id, record_id, uploader_role, name, size, type, etag, version)
     select $2, (v.photo ->> 'id')::uuid, $3, 'field012', v.id, 'anon', v.photo ->> 'name', (v.photo ->> 'size')::bigint, v.photo ->> 'type',
       'x', gen_random_uuid() from jsonb_to_recordset($1) as v (id uuid, photo jsonb)`,
    [...given, tenant.id, kids],
  )
  await rest.owner.query(
    `update app.records r set extra = r.extra || jsonb_build_object('field012', v.photo), ${slotOf('safe')} = v.safe,
       ${slotOf('secret')} = v.secret, ${fields.find(({ name }) => name === 'secret')!.unique_slot} = v.secret
     from jsonb_to_recordset($1) as v (id uuid, photo jsonb, secret text, safe uuid) where r.table_id = $2 and r.id = v.id`,
    [...given, kids],
  )
  await rest.owner.query(
    `update public.nat_kids k set photo = v.photo, safe = v.safe from jsonb_to_recordset($1) as v (id uuid, photo jsonb, safe uuid)
     where k.id = v.id`,
    given,
  )
}
const slotOf = (name: string) => fields.find((each) => each.name === name)!.slot!

const native = (text: string) => text.replaceAll('own_', 'nat_')

/** A response without what must differ: names, times that the server writes, and the wording of constraints. */
async function answerTo({ method, path, headers, body }: RandomRequest, rename: (text: string) => string) {
  const answer = await rest.ask(visitor, method, rename(path), { headers, body })
  const isError = answer.status >= 400
  const content = isError
    ? { code: answer.json?.code }
    : withoutTimes(answer.json ?? answer.text.replaceAll(/20\d\d-\d\d-\d\d[T ]\d\d:\d\d:\d\d\.\d+\+00/g, ''))
  return {
    status: answer.status,
    content: JSON.parse(native(JSON.stringify(content ?? null))) as unknown,
    range: answer.headers.get('content-range'),
    applied: answer.headers.get('preference-applied'),
    location: answer.headers.get('location') && native(answer.headers.get('location')!),
    message: isError ? answer.text : '',
  }
}

function withoutTimes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTimes)
  if (value === null || typeof value !== 'object') return value
  return Object.entries(value).map(([key, inner]) => [
    key,
    /^(created|updated)_at$/.test(key) ? '' : withoutTimes(inner),
  ])
}

test('[peers D16] random requests on an own table and on a native one have equal responses', async () => {
  const next = requestsOf(SEED)
  const seen = new Map<string, number>()
  await rest.ask(visitor, 'GET', '/nat_kids?limit=1')
  for (let i = 0; i < REQUESTS; i++) {
    if (i % 100 === 0) await refill()
    const request = next()
    const own = await answerTo(request, (text) => text)
    const other = await answerTo(request, native)
    const { message: ours, ...left } = own
    const { message: theirs, ...right } = other
    assert.deepEqual(
      left,
      right,
      `request ${i} of seed ${SEED}: ${JSON.stringify(request)}\n${ours}\n${theirs}`,
    )
    const key = `${request.method} ${own.status} ${(own.content as { code?: string } | null)?.code ?? ''}`
    seen.set(key, (seen.get(key) ?? 0) + 1)
  }
  if (process.env.FUZZ_SHOW)
    console.log(Object.fromEntries([...seen].toSorted(([a], [b]) => a.localeCompare(b, 'en'))))
  for (const kind of [
    'GET 200 ',
    'POST 201 ',
    'PATCH 200 ',
    'DELETE 200 ',
    'POST 409 23505',
    'GET 400 42703',
  ])
    assert.ok(seen.has(kind), `${kind} occurred`)
})
