import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compare, storeWorld, worldOf, ZONES } from '#testing/analytics/compare-figures.ts'
import { makeTenant } from '#testing/factories.ts'
import { seeded } from '#testing/random.ts'
import { testApp } from '#testing/test-app.ts'
import { rollUp } from './figures/roll-up.ts'

/** `npm run campaign analytics` has a million. */
const EVENTS = Number(process.env['ANALYTICS_EVENTS'] ?? 6000)

const app = await testApp()
const random = seeded(20)
const tenants = [await makeTenant(app.kernel.database), await makeTenant(app.kernel.database)]
for (const { id } of tenants)
  await app.owner.query('insert into public.analytics_settings (tenant_id, raw_days) values ($1, 1095)', [id])

// Summer time ends in Europe and America, and starts in Lord Howe and Auckland before.
const events = await storeWorld(app, random, tenants, {
  from: Date.parse('2026-10-20T00:00:00Z'),
  to: Date.parse('2026-11-05T00:00:00Z'),
  events: EVENTS,
})
const worlds = tenants.map((tenant) => worldOf(app, tenant, events))

test('[peers N3] duplicates, late and shuffled events are stored once, for their tenant', async () => {
  const { rows } = await app.owner.query<{ count: number }>(
    'select count(*)::integer as count from app.analytics_events',
  )
  assert.equal(rows[0]!.count, events.length)
})

const PERIODS = [
  { from: '2026-10-22', to: '2026-11-02' },
  { from: '2026-10-25', to: '2026-10-25' },
]

for (const [at, zone] of ZONES.entries())
  test(`[peers N8] every figure equals the model's in ${zone}, while some hours are counted and others are not`, async () => {
    for (const period of PERIODS) assert.ok((await compare(worlds[at % 2]!, { ...period, zone }, {})) > 15)
  })

test('every figure of a segment equals the model’s; conditions combine', async () => {
  const [world] = worlds
  const period = { ...PERIODS[0]!, zone: 'Europe/Berlin' }
  for (const segment of [
    { source: 'google.com' },
    { source: '', device: 'phone' },
    { page: '/shop', country: 'DE' },
    { event: '<b>bold</b>' },
    { entry: '/', browser: 'Firefox', site: 'blog.example' },
  ])
    await compare(world!, period, segment)
})

test('figures do not change when all hours are counted', async () => {
  await rollUp(app.kernel)
  const { rows } = await app.owner.query('select from app.analytics_dirty')
  assert.equal(rows.length, 0)
  for (const zone of ['UTC', 'Asia/Kathmandu']) await compare(worlds[0]!, { ...PERIODS[0]!, zone }, {})
})
