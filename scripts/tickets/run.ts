import { freePorts } from '#testing/test-instance.ts'
import { startInstance } from '../../bench/instance.ts'
import { providerAt } from '../webhook-storm/provider.ts'
import { openShops } from '../webhook-storm/shops.ts'
import { rush } from './buyers.ts'
import type { Tally } from './buyers.ts'
import { watch } from './clock.ts'
import { keepKilling } from './kills.ts'
import { payLate } from './late-payments.ts'
import { comparePayments, seatFaults, settleAll } from './verify.ts'
import { openEvent, ownerOf } from './world.ts'
import type { World } from './world.ts'

interface Size {
  rounds: number
  buyers: number
  seats: number
  /** Payments around the end of their orders. */
  trials: number
  /** At most, in a round with kills. */
  mostKills?: number
}

/** Sells events to more buyers than there are seats, with kills in every other round, then lets payments arrive late. */
export async function ticketRush(size: Size, say: (line: string) => void) {
  const [sandboxPort] = await freePorts(1)
  const instance = await startInstance({ SANDBOX_PORT: String(sandboxPort), LOG_LEVEL: 'silent' })
  try {
    const provider = providerAt(`http://localhost:${sandboxPort}`, instance.dataDir)
    const [shop] = await openShops(instance, provider, [1000])
    const world: World = { instance, provider, shop: shop!, query: ownerOf(instance) }
    const kills = { server: 0, postgres: 0 }
    const seatProblems: string[] = []
    const rounds: Tally[] = []
    for (let round = 0; round < size.rounds; round++) {
      const killed = round % 2 === 1
      const { event, type } = await openEvent(world, size.seats)
      const watching = watch(world, event, size.seats)
      const killing = killed ? keepKilling(instance, size.mostKills ?? Infinity) : undefined
      const tally = await rush(world, { event, type, isOver: watching.isOver }, size.buyers)
      await killing?.stop()
      // Seats that came back after the last buyer had left are for those who come now.
      for (let more = 0; more < 20 && !watching.isOver(); more++)
        await rush(world, { event, type, isOver: watching.isOver }, size.seats)
      await watching.stop()
      await settleAll(world, [event])
      const faults = await seatFaults(world, event, size.seats)
      seatProblems.push(...faults)
      kills.server += killing?.kills.server ?? 0
      kills.postgres += killing?.kills.postgres ?? 0
      rounds.push(tally)
      say(
        `round ${round + 1}: ${JSON.stringify(tally)} ${killed ? 'with kills ' : ''}${faults.join('; ') || 'in order'}`,
      )
    }
    say(`payments around the end of their orders: ${size.trials}`)
    const trials = await payLate(world, size.trials)
    say('settling them')
    await settleAll(world, [])
    for (const event of trials) seatProblems.push(...(await seatFaults(world, event, 1, false)))
    const payments = await comparePayments(world)
    return { ...size, kills, tally: sumOf(rounds), seatProblems, ...payments }
  } finally {
    await instance.stop()
  }
}

export type Figures = Awaited<ReturnType<typeof ticketRush>>

const sumOf = (rounds: Tally[]): Tally =>
  rounds.reduce(
    (sum, one) => ({
      paid: sum.paid + one.paid,
      left: sum.left + one.left,
      declined: sum.declined + one.declined,
      soldOut: sum.soldOut + one.soldOut,
      refusals: sum.refusals + one.refusals,
    }),
    { paid: 0, left: 0, declined: 0, soldOut: 0, refusals: 0 },
  )

/** The violations, as messages; empty if there are none. */
export function faultsOf({ seatProblems, wrong, payments, withTickets, rounds, seats }: Figures): string[] {
  return [
    ...seatProblems.slice(0, 20),
    ...wrong.slice(0, 20).map((one) => `a payment has neither or both of tickets and money: ${one}`),
    ...(withTickets < rounds * seats ? [`${withTickets} payments have tickets, of ${payments}`] : []),
  ]
}
