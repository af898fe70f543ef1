import { freePorts } from '#testing/test-instance.ts'
import { startInstance } from '../../bench/instance.ts'
import { providerAt } from '../webhook-storm/provider.ts'
import { openShops } from '../webhook-storm/shops.ts'
import { NO_BUYERS, rush } from './buyers.ts'
import type { Tally } from './buyers.ts'
import { watch } from './clock.ts'
import type { LeftCarts } from './clock.ts'
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
  /** At most, in a round with kills. Default: 3. */
  mostKills?: number
}

const MOST_KILLS = 3

/** Sells events to more buyers than there are seats, with kills in every other round, then lets payments arrive late. */
export async function ticketRush(size: Size, say: (line: string) => void) {
  const [sandboxPort] = await freePorts(1)
  const instance = await startInstance({
    SANDBOX_PORT: String(sandboxPort),
    LOG_LEVEL: 'silent',
    // Buyers come from networks of their own, through a proxy, and each is limited as anyone is.
    TRUSTED_PROXIES: '1',
    AUTH_LIMIT_FACTOR: '1',
  })
  const over = new AbortController()
  try {
    const provider = providerAt(`http://localhost:${sandboxPort}`, instance.dataDir)
    const [shop] = await openShops(instance, provider, [1000])
    const query = ownerOf(instance, over.signal)
    const world: World = { instance, provider, shop: shop!, query, answers: 0, say, over: over.signal }
    const kills = { server: 0, postgres: 0 }
    const seatProblems: string[] = []
    const rounds: Tally[] = []
    for (let round = 1; round <= size.rounds; round++) {
      const { tally, killed, faults, seconds, rushSeconds } = await sellOut(world, size, round % 2 === 1)
      seatProblems.push(...faults)
      kills.server += killed.server
      kills.postgres += killed.postgres
      rounds.push(tally)
      const figures = {
        round,
        seconds,
        holdsPerSecond: Math.round(tally.holds / rushSeconds),
        ...tally,
        kills: killed,
      }
      say(`${JSON.stringify(figures)}: ${faults.join('; ') || 'in order'}`)
    }
    say(`payments around the end of their orders: ${size.trials}`)
    const trials = await payLate(world, size.trials)
    say('settling them')
    await settleAll(world, [])
    for (const event of trials) seatProblems.push(...(await seatFaults(world, event, 1, false)))
    const payments = await comparePayments(world)
    return { ...size, kills, tally: sumOf(rounds), seatProblems, ...payments }
  } finally {
    over.abort()
    await instance.stop()
  }
}

/** One event: all buyers come at once, and others until every seat is sold. */
async function sellOut(world: World, { seats, buyers, mostKills = MOST_KILLS }: Size, withKills: boolean) {
  const began = Date.now()
  const { event, type } = await openEvent(world, seats)
  const left: LeftCarts = []
  const watching = watch(world, event, seats, left)
  const killing = keepKilling(world, withKills ? mostKills : 0, seats)
  try {
    const round = { event, type, isOver: watching.isOver, left }
    const tallies = [await rush(world, round, buyers)]
    const rushSeconds = secondsSince(began)
    await killing.stop()
    // Seats that came back after the last buyer had left are for those who come now.
    for (let more = 0; more < 20 && !watching.isOver(); more++) tallies.push(await rush(world, round, seats))
    await watching.stop()
    await settleAll(world, [event])
    return {
      tally: sumOf(tallies),
      killed: killing.kills,
      faults: await seatFaults(world, event, seats),
      seconds: secondsSince(began),
      rushSeconds,
    }
  } finally {
    await Promise.allSettled([killing.stop(), watching.stop()])
  }
}

const secondsSince = (began: number) => Math.round((Date.now() - began) / 100) / 10

export type Figures = Awaited<ReturnType<typeof ticketRush>>

const sumOf = (rounds: Tally[]): Tally =>
  rounds.reduce(
    (sum, one) => ({
      paid: sum.paid + one.paid,
      left: sum.left + one.left,
      declined: sum.declined + one.declined,
      soldOut: sum.soldOut + one.soldOut,
      holds: sum.holds + one.holds,
      slowestMs: Math.max(sum.slowestMs, one.slowestMs),
    }),
    NO_BUYERS,
  )

/** The violations, as messages; empty if there are none. */
export function faultsOf({ seatProblems, wrong, payments, withTickets, rounds, seats }: Figures): string[] {
  return [
    ...seatProblems.slice(0, 20),
    ...wrong.slice(0, 20).map((one) => `a payment has neither or both of tickets and money: ${one}`),
    ...(withTickets < rounds * seats ? [`${withTickets} payments have tickets, of ${payments}`] : []),
  ]
}
