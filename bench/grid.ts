import type { Browser, Page } from 'playwright-core'
import type { DataTable } from '#features/tables/endpoints.ts'
import { createTable } from '#features/tables/endpoints.ts'
import { createCaller } from '#kernel/browser/call.ts'
import { openBrowser } from '#testing/browser.ts'
import { type BenchCreator, makeCreator } from './creator.ts'
import { startInstance } from './instance.ts'
import type { Instance } from './instance.ts'
import { type Load, median } from './measure.ts'
import { progress } from './progress.ts'
import { addTenants, withOwner } from './rest-world.ts'
import type { Row } from './subjects.ts'

/** Rows of the file. BENCH_ROWS sets fewer, for a quick run. */
const ROWS = Number(process.env.BENCH_ROWS ?? 100_000)
const MOST_SECONDS = 60
/** From here on, a task delays what the user does (W3C Long Tasks). */
const LONG_MS = 50
/** Maximum time of one step of the browser, such as the import. */
const STEP_MS = 5 * 60_000

/** An import of a large file, and scrolling through its rows, in the Studio in Chromium. */
export async function gridSubject(load: Load): Promise<Row[]> {
  const instance = await startInstance()
  const browser = await openBrowser()
  try {
    const creator = await makeCreator(instance)
    const [tenant] = await addTenants(instance, 1, { items: 1, owner: creator.id })
    await withOwner(instance.databaseUrl, (client) =>
      client.query(`update public.bolt_subscriptions set plan_id = 'business' where user_id = $1`, [
        creator.id,
      ]),
    )
    const table = await makeTable(instance, creator, tenant!.id)
    const page = await openTable(browser, instance, creator, tenant!.id, table.id)
    const rows = [await importRows(page), await stopImport(page)]
    return [...rows, ...(await scrollRows(page, load))]
  } finally {
    await browser.close()
    await instance.stop()
  }
}

function makeTable(
  { url, anonKey }: Instance,
  { token }: BenchCreator,
  tenantId: string,
): Promise<DataTable> {
  const call = createCaller({ url: `${url}/functions/v1`, apiKey: anonKey, accessToken: async () => token })
  return call(createTable, {
    tenantId,
    title: 'Guests',
    fields: [
      { title: 'Name', kind: 'text', required: true },
      { title: 'Email', kind: 'email' },
      { title: 'Owes', kind: 'money', currency: 'eur' },
      { title: 'Came on', kind: 'date' },
      { title: 'Stars', kind: 'rating' },
      { title: 'Note', kind: 'long_text' },
    ],
  })
}

async function openTable(
  browser: Browser,
  { url }: Instance,
  { session }: BenchCreator,
  tenant: string,
  table: string,
): Promise<Page> {
  const localStorage = [{ name: 'bb:session', value: JSON.stringify(session) }]
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
  })
  context.setDefaultTimeout(STEP_MS)
  const page = await context.newPage()
  await page.goto(`${url}/bolt/tables?${new URLSearchParams({ tenant, table })}`)
  return page
}

const file = () =>
  [
    'Name,Email,Owes,Came on,Stars,Note',
    ...Array.from(
      { length: ROWS },
      (_, n) =>
        `Guest ${n},guest${n}@guests.test,${n % 900}.50,2026-${two(1 + (n % 12))}-${two(1 + (n % 28))},${1 + (n % 5)},"Came early, left late"`,
    ),
  ].join('\r\n')

const two = (number: number) => String(number).padStart(2, '0')

/** Chooses the file and waits until it is checked. */
async function chooseFile(page: Page): Promise<void> {
  const buffer = Buffer.from(file())
  await page.getByLabel('File to import').setInputFiles({ name: 'guests.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: /^Import [\d,]+ rows$/ }).waitFor()
}

const startImport = (page: Page) => page.getByRole('button', { name: /^Import [\d,]+ rows$/ }).click()
const imported = (page: Page, rows: number) =>
  page.getByText(`${rows.toLocaleString('en-US')} rows imported`).waitFor()

/** From the choice of the file until the last row is stored. */
async function importRows(page: Page): Promise<Row> {
  progress(`importing ${ROWS} rows`)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByRole('button', { name: 'Choose a file' }).waitFor()
  const start = performance.now()
  await chooseFile(page)
  const checked = performance.now()
  await startImport(page)
  const steps = await progressSteps(page)
  await imported(page, ROWS)
  const end = performance.now()
  const seconds = (from: number, to: number) => (to - from) / 1000
  return {
    name: `import of ${ROWS} CSV rows in the Studio, seconds`,
    measured: seconds(start, end),
    atMost: MOST_SECONDS,
    detail: `checked in ${seconds(start, checked).toFixed(1)} s; ${steps} steps of progress`,
  }
}

/** How many values the progress bar shows until the import ends. */
const progressSteps = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const seen = new Set<string>()
    const bar = () => document.querySelector('[role=progressbar], progress')
    const valueOf = (el: Element) =>
      el.getAttribute('aria-valuenow') ?? String((el as HTMLProgressElement).value)
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const isOver = () => document.body.textContent.includes(' rows imported')
    // A short import can end before this looks.
    while (!bar() && !isOver()) await frame()
    for (let el = bar(); el; el = bar()) {
      seen.add(valueOf(el))
      await frame()
    }
    return seen.size
  })

/** Stops a second import: how many seconds it still runs. */
async function stopImport(page: Page): Promise<Row> {
  progress('stopping an import')
  await page.getByRole('button', { name: 'Import another file' }).click()
  await page.getByRole('button', { name: 'Choose a file' }).waitFor()
  await chooseFile(page)
  await startImport(page)
  await page.getByText(/^[1-9][\d,]* of [\d,]+ rows$/).waitFor()
  const start = performance.now()
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByText('You stopped the import.').waitFor()
  return {
    name: 'a stopped import ends, seconds',
    measured: (performance.now() - start) / 1000,
    atMost: 1,
  }
}

/** Tasks over 50 ms while the rows scroll: row by row, page by page, and from end to end. */
async function scrollRows(page: Page, { rounds }: Load): Promise<Row[]> {
  await page.getByRole('button', { name: 'Show rows' }).click()
  await page.locator('[data-row="0"]').first().waitFor()
  const passes: number[][] = []
  // The first pass compiles the code of the grid.
  for (let round = 0; round <= rounds; round++) {
    progress(`scrolling: round ${round} of ${rounds}`)
    const tasks = await tasksDuring(page, () => page.evaluate(scrollThrough))
    if (round > 0) passes.push(tasks)
  }
  const long = passes.map((tasks) => tasks.filter((ms) => ms > LONG_MS).length)
  return [
    {
      name: `tasks over ${LONG_MS} ms while the grid scrolls ${ROWS} rows`,
      measured: median(long),
      atMost: 0,
      detail: `rounds ${long.join(' ')}; longest ${passes.map((tasks) => `${Math.max(...tasks).toFixed(0)} ms`).join(' ')}`,
    },
  ]
}

/** A trace event of Chromium; times are microseconds. */
interface TraceEvent {
  name: string
  pid: number
  tid: number
  /** CPU time of its thread. */
  tdur?: number
  args: { name?: string }
}

/**
 * CPU milliseconds of the tasks of pages while something runs. The Long Tasks API has their elapsed times, which on a busy machine are mostly
 * those of other programs.
 */
async function tasksDuring(page: Page, work: () => Promise<void>): Promise<number[]> {
  const browser = page.context().browser()!
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] })
  await work()
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] }
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const isMain = (event: TraceEvent) => event.name === 'thread_name' && event.args.name === 'CrRendererMain'
  const main = new Set(traceEvents.filter(isMain).map(threadOf))
  const tasks = traceEvents.flatMap((event) =>
    event.name.endsWith('RunTask') && main.has(threadOf(event)) ? (event.tdur ?? []) : [],
  )
  if (tasks.length === 0) throw new Error('The trace has no tasks')
  return tasks.map((micros) => micros / 1000)
}

/** Scrolls through all rows, and rests now and then, when rows are loaded. Runs in the page. */
async function scrollThrough(): Promise<void> {
  const grid = document.querySelector<HTMLElement>('[role=grid]')!
  const row = document.querySelector<HTMLElement>('.bb-grid-row')!.offsetHeight
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const scroll = async (rows: number, count: number) => {
    for (let n = 0; n < count; n++) {
      grid.scrollTop += rows * row
      await frame()
    }
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  const whole = Math.ceil(grid.scrollHeight / row)
  grid.scrollTop = 0
  await scroll(2, 150)
  await scroll(25, 150)
  await scroll(Math.ceil(whole / 200), 200)
  await scroll(-2, 150)
  await scroll(-Math.ceil(whole / 30), 30)
}
