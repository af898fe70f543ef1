import * as z from 'zod/mini'
import { respondWithSignIn, originOf } from '../responses.ts'
import { readBody } from '../contract.ts'
import { authErrors } from '../errors.ts'
import { takeByAddress } from '../limits.ts'
import { readMailRequest } from '../mails/token-mails.ts'
import type { Call } from '../route-table.ts'
import { settingsOf } from '../settings/pool-settings.ts'
import { ethereum } from './ethereum.ts'
import { signInByWallet } from './sign-in-by-wallet.ts'
import { solana } from './solana.ts'
import type { Wallet } from './wallet.ts'

const wallets: Record<string, Wallet> = { ethereum, solana }

// This only bounds the input. The rules of each form refuse shorter values with their own messages.
const text = z.nullish(z.string().check(z.maxLength(100_000)))
const web3Input = z.object({ chain: text, message: text, signature: text })

/**
 * grant_type=web3: a message that a wallet signed for this pool. Disabled until the pool's settings enable
 * the chain.
 */
export async function web3Grant(call: Call): Promise<Response> {
  const { auth, c, pool } = call
  const offered = await settingsOf(auth, pool)
  if (!offered.web3_ethereum && !offered.web3_solana) throw authErrors.web3_provider_disabled()
  const { chain, message, signature } = await readBody(c, web3Input)
  const wallet = chain && Object.hasOwn(wallets, chain) ? wallets[chain] : undefined
  if (!chain || !wallet) throw authErrors.web3_unsupported_chain()
  if (!offered[wallet.setting])
    throw authErrors.web3_provider_disabled({ text: `${wallet.title} Web3 provider is disabled` })
  await takeByAddress(auth.kernel.limits, 'web3', c.get('clientIp'))
  const signed = { message: message ?? '', signature: signature ?? '' }
  const session = await signInByWallet(auth, pool, chain, wallet, signed, originOf(c), readMailRequest(call))
  return respondWithSignIn(call, session)
}
