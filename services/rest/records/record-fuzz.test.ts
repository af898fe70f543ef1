// Own tables must behave like native ones: each random request goes to a tenant's own tables and to native tables with the same
// columns, constraints and rows, and the responses must be equal.
import assert from 'node:assert/strict'
import { test } from 'node:test'
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
await rest.owner.query('update public.data_tables set fields = $2 where id = $1', [
  kids,
  JSON.stringify(
    withSlots(
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
      ] as never,
      [],
      true,
    ),
  ),
])
await rest.owner.query(`
  create table public.nat_folk (id uuid primary key default app.uuidv7(), name text not null, created_at timestamptz default now(),
    updated_at timestamptz default now(), created_by uuid, team_id uuid, approved boolean default true);
  create table public.nat_kids (id uuid primary key default app.uuidv7(), name text not null check (char_length(name) <= 20),
    age float8 default 7 check (age >= 0), state text default 'open' check (state in ('open', 'done')), happy boolean default true,
    born date, seen timestamptz, tags text[] check (tags <@ '{a,b,c}'), note text, code text unique,
    folk uuid references public.nat_folk (id), friend uuid, created_at timestamptz default now(), updated_at timestamptz default now(),
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
    `truncate public.nat_kids, public.nat_folk, public.nat_gone; delete from app.records; delete from app.record_history`,
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
    })),
  )
}

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
