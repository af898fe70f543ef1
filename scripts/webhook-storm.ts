// npm run campaign webhook-storm [deliveries] [kills]: sells on its own instance while the provider's
// deliveries are paused, then delivers them shuffled, 30 % of them duplicates, while the server is repeatedly
// killed (-9). Prints figures as JSON. Fails if an order is not paid exactly once, a total is off by a cent,
// or an event is lost or unprocessed.
import { faultsOf, webhookStorm } from './webhook-storm/run.ts'

const [deliveries = '10000', kills = '30'] = process.argv.slice(2)
if (!/^\d+$/.test(deliveries) || !/^\d+$/.test(kills)) {
  console.error('Usage: npm run campaign webhook-storm [deliveries] [kills]')
  process.exit(2)
}
const figures = await webhookStorm(Number(deliveries), Number(kills), (line) => console.error(line))
const faults = faultsOf(figures)
process.stdout.write(`${JSON.stringify({ ...figures, faults }, null, 2)}\n`)
process.exit(faults.length ? 1 : 0)
