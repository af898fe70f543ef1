// npm run campaign storage-kills [kills] [disk|s3]: uploads to its own instance in all ways at once, kills it
// (-9) at random times and restarts it. Prints figures as JSON. Fails if a partial file is visible, a
// confirmed upload is lost, or bytes without a row remain after the sweep.
import { faultsOf, storageKills } from './storage-kills/run.ts'

const [kills = '20', on = 'disk'] = process.argv.slice(2)
if (!/^\d+$/.test(kills) || (on !== 'disk' && on !== 's3')) {
  console.error('Usage: npm run campaign storage-kills [kills] [disk|s3]')
  process.exit(2)
}
const figures = await storageKills(Number(kills), on, (line) => console.error(line))
const faults = faultsOf(figures)
process.stdout.write(`${JSON.stringify({ ...figures, faults }, null, 2)}\n`)
process.exit(faults.length ? 1 : 0)
