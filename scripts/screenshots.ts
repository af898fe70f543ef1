// npm run screenshots [NAME...]: captures every screen, at 1440 and 390 px, in each theme, light and dark, on
// its own instance, into screenshots/, with an overview sheet for each screen and width. docs/screens.webp
// shows twelve of them. Names limit it to screens whose name starts with one of them. --check also runs axe
// and exits with 1 on a fault. `blocks` captures the blocks on third-party pages instead
// (screenshots/blocks.ts), `states [NAME...]` the states of the blocks (screenshots/states/scenes.ts).
import { parseArgs } from 'node:util'
import { startInstance } from '../bench/instance.ts'
import { shotsOf } from '../e2e/screens/shots.ts'
import { operatorOf } from '../e2e/api.ts'
import { openSellersSite } from '../e2e/screens/sellers-site.ts'
import { type World, VISITORS_PASSWORD, makeWorld } from '../e2e/screens/world.ts'
import { photographBlocks } from './screenshots/blocks.ts'
import { photograph } from './screenshots/photograph.ts'
import { contactSheets, documentedSheet } from './screenshots/sheets.ts'
import { photographStates } from './screenshots/states/photograph-states.ts'

const { positionals, values } = parseArgs({ allowPositionals: true, options: { check: { type: 'boolean' } } })
const site = await openSellersSite()
const instance = await startInstance({ ...site.settings, LOG_LEVEL: 'error' })
try {
  const world = await makeWorld(instance, site, instance.sandboxUrl)
  if (positionals[0] === 'blocks') await takeBlocks(world)
  else if (positionals[0] === 'states') await takeStates(world, positionals.slice(1))
  else await takeScreens(world)
} finally {
  await instance.stop()
  site.stop()
}

/** Adds a site to the bakery's list. */
function listedOn({ bakery }: World) {
  return async (origin: string) => {
    const listed = { allowed_origins: [origin] }
    const { error } = await operatorOf(instance).from('tenants').update(listed).eq('id', bakery.id)
    if (error) throw error
  }
}

async function takeBlocks(made: World): Promise<void> {
  const count = await photographBlocks({
    url: instance.url,
    publicKey: made.bakery.public_key,
    blockId: made.blockIds.pricing,
    allow: listedOn(made),
    say: (line) => console.log(line),
  })
  console.log(`${count} pictures of the blocks: screenshots/`)
}

async function takeStates(made: World, only: string[]): Promise<void> {
  const { count, faults } = await photographStates({
    url: instance.url,
    bakery: made.bakery.public_key,
    member: { email: 'ines.koval@posteo.test', password: VISITORS_PASSWORD },
    keys: instance,
    allow: listedOn(made),
    only,
    check: values.check ?? false,
    say: (line) => console.log(line),
  })
  for (const fault of faults) console.error(fault)
  if (faults.length) process.exitCode = 1
  console.log(`${count} pictures of the blocks' states: screenshots/`)
}

async function takeScreens(world: World): Promise<void> {
  const shots = shotsOf(world).filter(
    ({ name }) => positionals.length === 0 || positionals.some((wanted) => name.startsWith(wanted)),
  )
  if (shots.length === 0) throw new Error(`No screen is called ${positionals.join(', ')}`)
  const started = performance.now()
  const taken = await photograph(instance.url, world, shots, {
    check: values.check ?? false,
    say: (line) => console.log(line),
  })
  const pictures = taken.map(({ picture }) => picture)
  await contactSheets(pictures)
  await documentedSheet(pictures)
  const faults = taken.flatMap(({ picture, faults }) => faults.map((fault) => `${picture.file}: ${fault}`))
  for (const fault of faults) console.error(fault)
  if (faults.length) process.exitCode = 1
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(`${pictures.length} pictures of ${shots.length} screens in ${seconds} s: screenshots/`)
}
