// npm run campaign tickets [rounds] [buyers] [seats] [trials]: sells events on its own instance to far more buyers than there are seats, and
// kills (-9) the server or PostgreSQL in every other round. Then payments arrive around the end of their orders. Prints figures as JSON.
// Fails if a seat is sold twice or lost, or a paid order has neither its tickets nor its money.
import { faultsOf, ticketRush } from './tickets/run.ts'

const numbers = process.argv.slice(2)
if (numbers.some((number) => !/^\d+$/.test(number))) {
  console.error('Usage: npm run campaign tickets [rounds] [buyers] [seats] [trials]')
  process.exit(2)
}
const [rounds = 50, buyers = 2000, seats = 50, trials = 1000] = numbers.map(Number)
const figures = await ticketRush({ rounds, buyers, seats, trials }, (line) => console.error(line))
const faults = faultsOf(figures)
process.stdout.write(`${JSON.stringify({ ...figures, faults }, null, 2)}\n`)
process.exit(faults.length ? 1 : 0)
