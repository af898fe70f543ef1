import type { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../clock.ts'
import type { ContractLog } from './contract/log.ts'
import type { ObjectStore } from './store.ts'
import type { Deliveries } from './webhooks/deliveries.ts'

/**
 * The objects that a request can access: those of the platform or a connected account, in test or live mode.
 */
export interface Scope {
  livemode: boolean
  account: string
}

/** The request that caused an object or event. */
export interface Cause {
  id: string | null
  idempotency_key: string | null
}

/** Shared dependencies of the payments stand-in. */
export interface World {
  database: DatabaseSync
  objects: ObjectStore
  clock: Clock
  log: ContractLog
  deliveries: Deliveries
  /** URL of the sandbox for browsers, without a trailing slash. */
  publicUrl: string
  platform: PlatformKeys
}

/** The platform's account and its keys, created once and stored. */
export interface PlatformKeys {
  account: string
  secretKeyTest: string
  publishableKeyTest: string
  connectClientIdTest: string
  secretKeyLive: string
  publishableKeyLive: string
  connectClientIdLive: string
}

/** One API request for a handler. `path` maps the contract's path parameters to their values. */
export interface Call<P = Record<string, unknown>> {
  world: World
  scope: Scope
  params: P
  path: Record<string, string>
  cause: Cause
}

/** The part of a call that does not depend on its parameters. */
export type Inside = Pick<Call, 'cause' | 'scope' | 'world'>

/** True when the scope is a connected account (a request with Stripe-Account, or an event of one). */
export function isConnected(world: World, scope: Scope): boolean {
  return scope.account !== world.platform.account
}
