// npm run screenshots [NAME...]: photographs every screen, at 1440 and 390 px, in each theme, light and dark, on an
// instance of its own, into screenshots/. With names, only the screens whose name begins with one of them. Beside the
// pictures of a screen lies a sheet with all of them, docs/screens.webp shows twelve. With --check, axe looks at each as well;
// a fault ends it with 1.
import { parseArgs } from 'node:util'
import { startInstance } from '../bench/instance.ts'
import { shotsOf } from '../e2e/screens/shots.ts'
import { WORLD_SETTINGS, makeWorld } from '../e2e/screens/world.ts'
import { photograph } from './screenshots/photograph.ts'
import { contactSheets, documentedSheet } from './screenshots/sheets.ts'

const { positionals, values } = parseArgs({ allowPositionals: true, options: { check: { type: 'boolean' } } })
const instance = await startInstance({ ...WORLD_SETTINGS, LOG_LEVEL: 'error' })
try {
  const world = await makeWorld(instance)
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
} finally {
  await instance.stop()
}
