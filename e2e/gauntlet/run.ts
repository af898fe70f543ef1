// Runs the list of pages in one engine.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { BrowserHangs, type Engine, type EnginePage, until } from './engine.ts'
import type { HostPage, Visit } from './host-page.ts'
import { pages } from './pages.ts'
import { type Seen, seenOn } from './recorder.ts'
import { turnToSignIn } from './visitor.ts'
import { type World, openWorld } from './world.ts'

/** Maximum cumulative layout shift caused by the blocks (DESIGN: with all blocks on a page). */
const SHIFT = 0.02

/** @param watched whether only scripts in the documents can read the engine's console messages */
export async function runGauntlet(start: () => Promise<Engine>, watched = false): Promise<void> {
  const world = await openWorld(pages, watched)
  const engine = await start()
  after(() => engine.close())
  const runAll = (some: HostPage[]) => {
    for (const page of some)
      test(page.title, { skip: page.not?.[engine.name] ?? false }, () => passOrRepeat(engine, world, page))
  }
  runAll(pages.filter(({ alone }) => alone))
  // In parallel: each page is a separate site and mostly waits.
  suite(`pages in ${engine.name}`, { concurrency: engine.windows }, () => {
    runAll(pages.filter(({ alone }) => !alone))
  })
}

/** Replaces a browser that hangs and repeats the visit once. */
async function passOrRepeat(engine: Engine, world: World, page: HostPage): Promise<void> {
  try {
    await pass(engine, world, page)
  } catch (why) {
    if (!(why instanceof BrowserHangs)) throw why
    console.log(`${page.name}: ${why.message}; the visit is repeated in a new browser`)
    await pass(engine, world, page)
  }
}

/** Runs a visit of one page. @throws when an expectation fails */
export async function pass(engine: Engine, world: World, host: HostPage): Promise<void> {
  const page = await engine.open(host.around)
  const own = world.site.originOf(host.name)
  const others = new Set<EnginePage>()
  const visit: Visit = {
    engine: engine.name,
    page,
    world,
    url: `${own}/`,
    own,
    other: world.site.originOf('elsewhere'),
    async open(around) {
      const other = await engine.open(around)
      others.add(other)
      return { ...other, close: () => (others.delete(other), other.close()) }
    },
    block: (name) => page.frame(`/embed/${name}?`),
    seen: () => seenOn(page),
    async ready(count) {
      await until(`${count} blocks`, () =>
        page.run((n) => (window as unknown as { seenReady(): number }).seenReady() >= n, count),
      )
    },
  }
  try {
    const without = await snapshotWithoutScript(world, page, host, visit.url)
    host.before?.(world)
    await page.goto(visit.url)
    await visit.ready(host.blocks ?? 1)
    compare(host, world, await visit.seen(), without)
    await (host.act ?? turnToSignIn)(visit)
    const errors = (await page.errors()).filter((error) => !host.noise?.some((known) => known.test(error)))
    assert.deepEqual(errors, [], 'errors on the console')
  } finally {
    if (host.alone) world.proxy.clear()
    for (const other of others) await other.close()
    await page.close()
  }
}

/** Opens the page with an empty script in place of the product's, for comparison. */
async function snapshotWithoutScript(
  world: World,
  page: EnginePage,
  { name }: HostPage,
  url: string,
): Promise<Seen> {
  world.site.bare.add(name)
  try {
    await page.goto(url)
    await until('the page', () =>
      page.run(() => (window as unknown as { seenLoaded(): boolean }).seenLoaded()),
    )
    return await seenOn(page)
  } finally {
    world.site.bare.delete(name)
  }
}

/** Checks that the blocks left the host page unchanged outside their own elements. */
function compare(host: HostPage, { proxy }: World, now: Seen, without: Seen): void {
  // Pages that write the tag with a script contain its address in that script.
  const dom = now.dom.replaceAll(`${proxy.origin}/v1/bb.js`, '/nothing.js')
  if (!host.changes) assert.equal(dom, without.dom, 'the host’s markup')
  // Text width depends on the machine's fonts and may wrap to one more line, so the limit is a share of the
  // screen.
  const shift = now.shift ?? now.layoutShift
  assert.ok(shift <= SHIFT, `layout shifted by ${shift}: ${now.moved} pixels`)
  if (now.shift !== null) assert.ok(now.moved <= 1, `the host’s content moved by ${now.moved} pixels`)
  const ours = now.globals.filter((name) => !without.globals.includes(name) && !host.globals?.includes(name))
  assert.deepEqual(
    ours.filter((name) => name !== 'bb'),
    [],
    'globals',
  )
  assert.equal(now.entries, without.entries, 'entries of the history')
  assert.equal(now.focus, without.focus, 'the focus')
  assert.ok(
    now.violations.length === 0 || host.violations,
    `the page’s policy was violated: ${now.violations.join()}`,
  )
}
