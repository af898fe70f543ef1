// Runs the list of pages in one engine.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { BrowserHangs, type Engine, type EnginePage, until } from './engine.ts'
import type { HostPage, Visit } from './host-page.ts'
import { pages } from './pages.ts'
import { type Seen, seenOn } from './recorder.ts'
import { turnToSignIn } from './visitor.ts'
import { type World, openWorld } from './world.ts'

/** What layout may shift because of us (DESIGN: no more than this with all blocks on a page). */
const SHIFT = 0.02

/** @param watched whether the engine's console can be read only by what runs in the documents */
export async function runGauntlet(start: () => Promise<Engine>, watched = false): Promise<void> {
  const world = await openWorld(pages, watched)
  const engine = await start()
  after(() => engine.close())
  const runAll = (some: HostPage[]) => {
    for (const page of some)
      test(page.title, { skip: page.not?.[engine.name] ?? false }, () => passOrRepeat(engine, world, page))
  }
  runAll(pages.filter(({ alone }) => alone))
  // Side by side: each is a site of its own, and mostly waits.
  suite(`pages in ${engine.name}`, { concurrency: engine.windows }, () => {
    runAll(pages.filter(({ alone }) => !alone))
  })
}

/** A browser that hangs is replaced, and the visit repeated once. */
async function passOrRepeat(engine: Engine, world: World, page: HostPage): Promise<void> {
  try {
    await pass(engine, world, page)
  } catch (why) {
    if (!(why instanceof BrowserHangs)) throw why
    console.log(`${page.name}: ${why.message}; the visit is repeated in a new browser`)
    await pass(engine, world, page)
  }
}

/** Takes a visitor over a page. @throws what is not as it must be */
export async function pass(engine: Engine, world: World, host: HostPage): Promise<void> {
  const page = await engine.open(host.around)
  const own = world.site.originOf(host.name)
  const visit: Visit = {
    engine: engine.name,
    page,
    world,
    url: `${own}/`,
    own,
    other: world.site.originOf('elsewhere'),
    block: (name) => page.frame(`/embed/${name}?`),
    seen: () => seenOn(page),
    async ready(count) {
      await until(`${count} blocks`, () =>
        page.run((n) => (window as unknown as { seenReady(): number }).seenReady() >= n, count),
      )
    },
  }
  try {
    const without = await withoutUs(world, page, host, visit.url)
    host.before?.(world)
    await page.goto(visit.url)
    await visit.ready(host.blocks ?? 1)
    compare(host, world, await visit.seen(), without)
    await (host.act ?? turnToSignIn)(visit)
    const told = (await page.errors()).filter((error) => !host.noise?.some((known) => known.test(error)))
    assert.deepEqual(told, [], 'errors on the console')
  } finally {
    if (host.alone) world.way.clear()
    await page.close()
  }
}

/** The page as it is when our script does nothing. */
async function withoutUs(world: World, page: EnginePage, { name }: HostPage, url: string): Promise<Seen> {
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

/** The host's page is what it is without us, but for the places of the blocks. */
function compare(host: HostPage, { way }: World, now: Seen, without: Seen): void {
  // Pages that write the tag themselves have its address in a script.
  const dom = now.dom.replaceAll(`${way.origin}/v1/bb.js`, '/nothing.js')
  if (!host.changes) assert.equal(dom, without.dom, 'the host’s markup')
  // Words are as wide as the machine's fonts are: where they break one line more, it is the share that counts.
  const shift = now.shift ?? now.sunk
  assert.ok(shift <= SHIFT, `layout shifted by ${shift}: ${now.moved} pixels`)
  if (now.shift !== null) assert.ok(now.moved <= 1, `what the host shows moved by ${now.moved} pixels`)
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
    `the page’s policy is broken: ${now.violations.join()}`,
  )
}
