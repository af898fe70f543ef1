import { sql } from 'kysely'
import { csvFile } from '#kernel/csv.ts'
import type { Claims } from '#kernel/db/claims.ts'
import type { Db } from '#kernel/db/database.ts'
import { anyone, creator, visitor } from '#kernel/http/guards.ts'
import { openWithoutPlan, route } from '#kernel/http/route.ts'
import type { Route } from '#kernel/http/route.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { addressKey } from '#kernel/limits.ts'
import { tenantWith } from '#kernel/tenant-with.ts'
import type { Unit } from '#kernel/unit.ts'
import * as contracts from './contract.ts'
import * as staffContracts from './contract-studio.ts'
import { loadAnalyticsData } from './embed/embed-data.ts'
import { titles } from './embed/texts/spoken.ts'
import * as visitors from './endpoints.ts'
import * as studio from './endpoints-studio.ts'
import { liveOf } from './figures/live.ts'
import { listOf, moneyOf, sourcesOf, trafficOf } from './figures/read-figures.ts'
import type { FiguresOf } from './figures/read-figures.ts'
import { rollUp } from './figures/roll-up.ts'
import { journeysOf, retentionOf, vitalsOf } from './figures/visit-figures.ts'
import { deleteGoal, funnelsOf, goalsOf, saveGoal } from './goals.ts'
import { eventsRoute } from './ingest/record-events.ts'
import { addNote, deleteNote, notesOf } from './notes.ts'
import { publicFigures } from './public-figures.ts'
import { readSettings, saveSettings, setShare, sharedTenant } from './settings.ts'
import { TABS } from './studio/tabs.ts'
import { tendEvents } from './upkeep.ts'

/** Figures read many rows. The dashboard polls twice a minute in every tab that shows it. */
const PER_CREATOR = { points: 1200, seconds: 600 }
const SHARED_PER_ADDRESS = { points: 60, seconds: 60 }
/** Milliseconds. Segments of a large tenant read all of its events. */
const TIMEOUT_MS = 15_000

type Tenant = Awaited<ReturnType<typeof tenantWith>>

/** Reads figures in one transaction under the caller's rights. */
async function reading<T>(
  { kernel, claims, input }: { kernel: Kernel; claims: Claims; input: studio.Period },
  right: 'see' | 'orders',
  read: (db: Db, query: FiguresOf, tenant: Tenant) => Promise<T>,
): Promise<T> {
  await kernel.limits.take('analytics.read', claims.sub!, PER_CREATOR)
  const { tenantId, ...period } = input
  return kernel.database.withClaims(
    claims,
    async (db) => {
      const tenant = await tenantWith(db, tenantId, right)
      return read(db, { ...period, tenant: tenant.id }, tenant)
    },
    { readOnly: true, timeoutMs: TIMEOUT_MS },
  )
}

async function readsOrders(db: Db, tenant: string): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select ${tenant}::uuid = any (array(select app.tenants_with('orders'))) as may`.execute(db)
  return rows[0]!.may
}

const ofFigures: Route[] = [
  route(studio.readFigures, creator, staffContracts.readFiguresContract, (c) =>
    reading(c, 'see', async (db, query, tenant) => ({
      ...(await trafficOf(db, query)),
      ...((await readsOrders(db, tenant.id)) && (await moneyOf(db, query, tenant.stripe_mode))),
      notes: await notesOf(db, tenant.id, query.from, query.to),
    })),
  ),
  route(studio.readList, creator, staffContracts.readListContract, (c) =>
    reading(c, 'see', async (db, query) => ({ rows: await listOf(db, query, c.input.dimension) })),
  ),
  route(studio.readSources, creator, staffContracts.readSourcesContract, (c) =>
    reading(c, 'orders', async (db, query, tenant) => ({
      rows: await sourcesOf(db, query, tenant.stripe_mode),
    })),
  ),
  route(studio.readGoals, creator, staffContracts.readGoalsContract, (c) => reading(c, 'see', goalsOf)),
  route(studio.readFunnels, creator, staffContracts.readFunnelsContract, (c) =>
    reading(c, 'see', async (db, query) => ({ funnels: await funnelsOf(db, query) })),
  ),
  route(studio.readRetention, creator, staffContracts.readRetentionContract, (c) =>
    reading(c, 'see', async (db, query) => ({ cohorts: await retentionOf(db, query) })),
  ),
  route(studio.readJourneys, creator, staffContracts.readJourneysContract, (c) =>
    reading(c, 'see', async (db, query) => ({ steps: await journeysOf(db, query) })),
  ),
  route(studio.readVitals, creator, staffContracts.readVitalsContract, (c) =>
    reading(c, 'see', async (db, query) => ({ vitals: await vitalsOf(db, query) })),
  ),
  route(studio.exportList, creator, staffContracts.exportListContract, (c) =>
    reading(c, 'see', async (db, query) =>
      csvFile(
        `${c.input.dimension}-${c.input.from}-${c.input.to}.csv`,
        {
          [c.input.dimension]: (row) => row.value,
          count: (row) => row.count,
          visitors: (row) => row.visitors,
        },
        await listOf(db, query, c.input.dimension, 10_000),
      ),
    ),
  ),
  route(studio.readLive, creator, staffContracts.readLiveContract, async ({ kernel, claims, input }) => {
    await kernel.limits.take('analytics.read', claims.sub!, PER_CREATOR)
    return kernel.database.withClaims(claims, async (db) =>
      liveOf(db, (await tenantWith(db, input.tenantId, 'see')).id),
    )
  }),
]

const success = { success: true } as const

const ofStaff: Route[] = [
  route(
    studio.saveGoal,
    creator,
    staffContracts.saveGoalContract,
    ({ kernel, claims, input: { goal, ...given } }) =>
      saveGoal(kernel, claims, 'goal', { ...given, data: goal }),
  ),
  route(
    studio.saveFunnel,
    creator,
    staffContracts.saveFunnelContract,
    ({ kernel, claims, input: { steps, ...given } }) =>
      saveGoal(kernel, claims, 'funnel', { ...given, data: steps }),
  ),
  route(studio.addNote, creator, staffContracts.addNoteContract, ({ kernel, claims, input }) =>
    addNote(kernel, claims, input),
  ),
  route(studio.readSettings, creator, staffContracts.readSettingsContract, ({ kernel, claims, input }) =>
    readSettings(kernel, claims, input.tenantId),
  ),
  route(studio.saveSettings, creator, staffContracts.saveSettingsContract, ({ kernel, claims, input }) =>
    saveSettings(kernel, claims, input),
  ),
  route(studio.shareFigures, creator, staffContracts.shareContract, async ({ kernel, claims, input }) => ({
    token: await setShare(kernel, claims, { ...input, isShared: true }),
  })),
  // What was made under a higher plan can always be ended.
  ...[
    route(studio.endShare, creator, staffContracts.endShareContract, async ({ kernel, claims, input }) => {
      await setShare(kernel, claims, { ...input, isShared: false })
      return success
    }),
    route(studio.deleteGoal, creator, staffContracts.deleteRowContract, async ({ kernel, claims, input }) => {
      await deleteGoal(kernel, claims, 'goal', input)
      return success
    }),
    route(
      studio.deleteFunnel,
      creator,
      staffContracts.deleteRowContract,
      async ({ kernel, claims, input }) => {
        await deleteGoal(kernel, claims, 'funnel', input)
        return success
      },
    ),
    route(studio.deleteNote, creator, staffContracts.deleteRowContract, async ({ kernel, claims, input }) => {
      await deleteNote(kernel, claims, input)
      return success
    }),
  ].map((each) => openWithoutPlan(each)),
]

const ofVisitors: Route[] = [
  eventsRoute,
  route(
    visitors.readPublicFigures,
    visitor,
    contracts.readPublicFiguresContract,
    ({ kernel, claims, input }) => publicFigures(kernel, claims.tenant!, input),
  ),
  route(studio.readShared, anyone, staffContracts.readSharedContract, async ({ kernel, input, clientIp }) => {
    await kernel.limits.take('analytics.shared', addressKey(clientIp), SHARED_PER_ADDRESS)
    const { token, ...period } = input
    return kernel.database.asService('proof: read figures with a share link', async (db) => {
      const { id, name } = await sharedTenant(db, token)
      const query: FiguresOf = { ...period, tenant: id }
      return {
        name,
        ...(await trafficOf(db, query)),
        pages: await listOf(db, query, 'page', 20),
        sources: await listOf(db, query, 'source', 20),
        countries: await listOf(db, query, 'country', 20),
      }
    })
  }),
]

export const functions: Route[] = [...ofVisitors, ...ofFigures, ...ofStaff]

export const screenPaths = TABS.map(({ path }) => path)

const title = await titles()

export const embedPages: NonNullable<Unit['embedPages']> = {
  analytics: { title: title((texts) => texts.title), load: loadAnalyticsData },
}

export const jobs: NonNullable<Unit['jobs']> = {
  'analytics-count': (kernel) => rollUp(kernel),
  'analytics-upkeep': async (kernel) => void (await tendEvents(kernel)),
}

export const schedules: NonNullable<Unit['schedules']> = {
  'analytics-count': '* * * * *',
  'analytics-upkeep': '7 * * * *',
}
