import type { PoolSettings } from '../settings/pool-settings.ts'
import type { WalletMessage } from './wallet-message.ts'

/** One kind of wallet that users may sign in with. */
export interface Wallet {
  /** The name in messages to users. */
  title: string
  setting: keyof PoolSettings
  /** @throws {AppError} 400 validation_failed for a form that no wallet writes */
  read(message: string, signature: string): WalletMessage
  /** Whether the address in the message has signed it. */
  signed(message: WalletMessage, signature: string): boolean
}
