import * as z from 'zod/mini'
import { contract, name, uuid } from '#kernel/contract.ts'
import { figureName } from './contract.ts'
import { DIMENSIONS } from './endpoints-studio.ts'

const day = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/, 'must be a day like 2026-11-27'))
/** IANA names only: PostgreSQL also accepts offsets, whose sign is opposite to a browser's. */
const zone = z
  .string()
  .check(
    z.regex(
      /^[A-Za-z][A-Za-z0-9_+-]{0,30}(\/[A-Za-z0-9_+-]{1,30}){0,2}$/,
      'must be a name like Europe/Berlin',
    ),
  )
const value = z.optional(z.string().check(z.maxLength(500)))
const days = { from: day, to: day, zone }
const period = {
  tenantId: uuid,
  ...days,
  source: value,
  medium: value,
  campaign: value,
  country: value,
  device: value,
  browser: value,
  system: value,
  site: value,
  entry: value,
  page: value,
  event: value,
}
const ofPeriod = z.strictObject(period)
const dimension = z.enum(DIMENSIONS)
const ofTenant = z.strictObject({ tenantId: uuid })
const ofRow = z.strictObject({ tenantId: uuid, id: uuid })
const success = z.object({ success: z.literal(true) })
const made = z.object({ id: uuid })

const count = z.number()
const counts = { views: count, visits: count, visitors: count }
const sales = { currency: z.string(), orders: count, amount: count }
const series = z.array(z.object({ at: z.string(), ...counts }))
const listRow = z.object({ value: z.string(), count, visitors: count })

export const readFiguresContract = contract(
  ofPeriod,
  z.object({
    series,
    total: z.object(counts),
    before: z.object(counts),
    sign_ups: z.optional(z.object({ now: count, before: count })),
    sales: z.optional(z.array(z.object({ ...sales, before: count }))),
    notes: z.array(z.object({ id: uuid, day: z.string(), text: z.string() })),
  }),
)
export const readListContract = contract(
  z.strictObject({ ...period, dimension }),
  z.object({ rows: z.array(listRow) }),
)
export const exportListContract = contract(z.strictObject({ ...period, dimension }), z.string())
export const readSourcesContract = contract(
  ofPeriod,
  z.object({
    rows: z.array(
      z.object({
        source: z.string(),
        visits: count,
        sign_ups: count,
        orders: count,
        sales: z.array(z.object(sales)),
      }),
    ),
  }),
)
const visitorsOf = z.array(z.object({ value: z.string(), visitors: count }))
export const readLiveContract = contract(
  ofTenant,
  z.object({ visitors: count, minutes: z.array(count), pages: visitorsOf, sources: visitorsOf }),
)

const goal = z.strictObject({
  kind: z.enum(['view', 'event', 'link', 'download', 'block']),
  match: z.string().check(z.trim(), z.minLength(1, 'must not be empty'), z.maxLength(500)),
})
const steps = z.array(goal).check(z.minLength(2, 'must have 2 steps or more'), z.maxLength(8))
export const readGoalsContract = contract(
  ofPeriod,
  z.object({
    goals: z.array(z.object({ id: uuid, name: z.string(), goal, visits: count })),
    visits: count,
  }),
)
export const saveGoalContract = contract(
  z.strictObject({ tenantId: uuid, id: z.optional(uuid), name: name(80), goal }),
  made,
)
export const readFunnelsContract = contract(
  ofPeriod,
  z.object({
    funnels: z.array(z.object({ id: uuid, name: z.string(), steps, visits: z.array(count) })),
  }),
)
export const saveFunnelContract = contract(
  z.strictObject({ tenantId: uuid, id: z.optional(uuid), name: name(80), steps }),
  made,
)
export const deleteRowContract = contract(ofRow, success)

export const readRetentionContract = contract(
  ofPeriod,
  z.object({ cohorts: z.array(z.object({ week: z.string(), visitors: count, again: z.array(count) })) }),
)
export const readJourneysContract = contract(
  ofPeriod,
  z.object({
    steps: z.array(z.object({ from: z.string(), to: z.nullable(z.string()), visits: count })),
  }),
)
export const readVitalsContract = contract(
  ofPeriod,
  z.object({ vitals: z.array(z.object({ name: z.string(), value: z.number(), samples: count })) }),
)

const settings = {
  collection: z.enum(['off', 'on', 'consent']),
  raw_days: z.int().check(z.minimum(30), z.maximum(1095)),
  own_networks: z
    .array(
      z
        .string()
        .check(
          z.trim(),
          z.toLowerCase(),
          z.regex(/^[0-9a-f.:]{2,39}(\/\d{1,3})?$/, 'must be a network like 203.0.113.0/24'),
        ),
    )
    .check(z.maxLength(20)),
  public_figures: z.array(figureName).check(z.maxLength(5)),
}
const stored = z.object({ ...settings, is_shared: z.boolean() })
export const readSettingsContract = contract(ofTenant, stored)
export const saveSettingsContract = contract(z.strictObject({ tenantId: uuid, ...settings }), stored)

export const addNoteContract = contract(z.strictObject({ tenantId: uuid, day, text: name(200) }), made)
export const shareContract = contract(ofTenant, z.object({ token: z.string() }))
export const endShareContract = contract(ofTenant, success)
export const readSharedContract = contract(
  z.strictObject({ token: z.string().check(z.maxLength(100)), ...days }),
  z.object({
    name: z.string(),
    series,
    total: z.object(counts),
    before: z.object(counts),
    pages: z.array(listRow),
    sources: z.array(listRow),
    countries: z.array(listRow),
  }),
)
