import assert from 'node:assert/strict'
import pg from 'pg'
import type { Creator, Keys } from '../api.ts'

/** Visits of 57 days, more of them lately. */
const VISITS = 2400

/** Each visit views one to three pages; some use blocks, follow links or report how fast pages were. */
const EVENTS = `
  with visits as (
    select n, now() - interval '57 days' * power(n / ${VISITS}.0, 1.3) as started from generate_series(1, ${VISITS}) n),
  steps as (
    select n, started + s * interval '40 seconds' as at, 'view' as kind, '' as name, null::float8 as value,
      (array['/', '/', '/bread', '/courses', '/bread/rye', '/about', '/opening-hours'])[1 + (n * (s + 2)) % 7] as path
    from visits cross join generate_series(0, 2) s where s <= n % 3
    union all
    select n, started + interval '90 seconds', 'block', block || ':' || step, null, '/bread'
    from visits cross join (values ('pay', 2), ('auth', 3)) b (block, part)
      cross join (values ('seen', 1), ('opened', 1), ('started', 2), ('done', 5)) s (step, share) where n % (part * share) = 0
    union all
    select n, started + interval '100 seconds', 'event', 'newsletter', null, '/' from visits where n % 11 = 0
    union all
    select n, started + interval '110 seconds', 'link', 'partner-mill.example/flour', null, '/about' from visits where n % 17 = 0
    union all
    select n, started + interval '110 seconds', 'download', 'hearthandrye.example/menu.pdf', null, '/' from visits where n % 19 = 0
    union all
    select n, started + interval '120 seconds', 'vital', v, least, '/' from visits
      cross join lateral (values ('LCP', 900.0 + n % 700), ('INP', 40.0 + n % 90), ('CLS', (n % 8) / 100.0), ('FCP', 500.0 + n % 400),
        ('TTFB', 90.0 + n % 200), ('OWN', 6.0 + n % 9)) m (v, least))
  insert into app.analytics_events
    (tenant_id, at, id, visitor, kind, name, value, site, path, source, medium, campaign, country, device, browser, system)
  select $1, least(at, now()), gen_random_uuid(), n, kind, name, value, 'hearthandrye.example', path,
    (array['', 'google.com', '', 'instagram.com', 'newsletter', 'bing.com'])[1 + n % 6], case when n % 6 = 4 then 'email' else '' end,
    case when n % 6 = 4 then 'Autumn breads' else '' end, (array['DE', 'DE', 'AT', 'DK', 'DE', 'CH'])[1 + n % 6],
    (array['phone', 'phone', 'desktop', 'tablet', 'phone'])[1 + n % 5], (array['Chrome', 'Safari', 'Firefox', 'Edge'])[1 + n % 4],
    (array['Android', 'iOS', 'Windows', 'Mac'])[1 + n % 4]
  from steps`

const GOALS = [
  ['Bought bread', { kind: 'block', match: 'pay:done' }],
  ['Read about courses', { kind: 'view', match: '/courses' }],
] as const

/** Turns analytics on, and stores visits of the past two months, two goals and a funnel. */
export async function makeAnalytics(
  { databaseUrl }: Keys & { databaseUrl: string },
  { client }: Creator,
  tenantId: string,
): Promise<void> {
  async function send(path: string, method: 'POST' | 'PUT', body: Record<string, unknown>): Promise<void> {
    assert.ifError((await client.functions.invoke(`analytics/${tenantId}/${path}`, { method, body })).error)
  }
  const settings = {
    collection: 'on',
    raw_days: 365,
    own_networks: [],
    public_figures: ['members', 'orders'],
  }
  await send('settings', 'PUT', settings)
  for (const [name, goal] of GOALS) await send('goals', 'POST', { name, goal })
  const steps = [{ kind: 'view', match: '/*' }, { kind: 'block', match: 'pay:seen' }, GOALS[0][1]]
  await send('funnels', 'POST', { name: 'From the page to the purchase', steps })
  const owner = new pg.Client({ connectionString: databaseUrl })
  await owner.connect()
  try {
    await owner.query(
      `select app.add_analytics_month((now() - months * interval '1 month')::date) from generate_series(0, 2) months`,
    )
    await owner.query(EVENTS, [tenantId])
    await owner.query(
      `insert into app.analytics_dirty (tenant_id, hour)
       select distinct tenant_id, date_bin('1 hour', at, 'epoch') from app.analytics_events where tenant_id = $1
       on conflict do nothing`,
      [tenantId],
    )
  } finally {
    await owner.end()
  }
}
