// npm run campaign webhook-storm [deliveries] [kills]: sells at an instance of its own, holds the provider's deliveries back, then
// lets them come shuffled, three in ten of them twice, while the server is killed (-9) again and again. Prints figures
// as JSON; fails if an order is not paid exactly once, a sum is off by a cent, or an event is lost or left.
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
