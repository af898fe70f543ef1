import type { WalletConfig } from '#kernel/wallet-config.ts'
import { inTurn } from '#kernel/in-turn.ts'
import type { ticketPass } from './ticket-pass.ts'

export const PASS_TYPE = 'application/vnd.apple.pkpass'

/** Beyond that, a visitor would wait longer than browsers do: a pass takes a few hundredths of a second. */
const MOST_WAITING = 100

/** The operator's certificate while phones accept what it signs; otherwise passes are not offered. */
export const passSigner = (
  { wallet }: { wallet?: WalletConfig | undefined },
  now = Date.now(),
): WalletConfig | undefined => (wallet && now < wallet.validUntil ? wallet : undefined)

/**
 * Makes the pass of a ticket when no other one is being made by this process.
 * @param most that may wait before it; emails wait for any number
 * @throws {AppError} too_many_requests if more wait
 */
export const ticketPassInTurn = (
  make: Parameters<typeof ticketPass>,
  most: number = MOST_WAITING,
): Promise<Buffer> =>
  inTurn(
    'pass',
    async () => {
      // The library loads with the first pass.
      const module = await import('./ticket-pass.ts')
      return module.ticketPass(...make)
    },
    { atOnce: 1, most },
  )
