import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import type { DatabaseSync } from 'node:sqlite'
import { createClock } from '../clock.ts'
import { createApi } from './api/api.ts'
import { Faults } from './api/faults.ts'
import { ContractLog } from './contract/log.ts'
import { createControl } from './control.ts'
import { platformKeys } from './keys.ts'
import { createBrowserScripts } from './browser/serve.ts'
import { createAuthorizePages } from './pages/authorize.ts'
import { createCheckoutPages } from './pages/checkout.ts'
import { createDashboard } from './pages/dashboard.ts'
import { createSetupPages } from './pages/setup.ts'
import { expireDueSessions } from './objects/checkout-sessions.ts'
import { ObjectStore } from './store.ts'
import { Deliveries } from './webhooks/deliveries.ts'
import type { PlatformKeys, World } from './world.ts'

export interface Payments {
  /** The API, the hosted pages and, under `/_sandbox`, the control API. */
  app: Hono<{ Bindings: HttpBindings }>
  keys: PlatformKeys
  stop(): void
}

/** Opens the payments stand-in; deliveries left over from an earlier run go out at once. */
export function openPayments(options: {
  database: DatabaseSync
  publicUrl: string
  retryDelays?: number[]
}): Payments {
  const { database, publicUrl, retryDelays } = options
  const objects = new ObjectStore(database)
  const keys = platformKeys(database)
  const deliveries = new Deliveries({
    database,
    objects,
    platformAccount: keys.account,
    ...(retryDelays ? { retryDelays } : {}),
  })
  const world: World = {
    database,
    objects,
    deliveries,
    publicUrl,
    clock: createClock(),
    log: new ContractLog(),
    platform: keys,
  }
  const faults = new Faults()
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.route('/', createAuthorizePages(world))
  app.route('/', createApi(world, faults))
  app.route('/', createBrowserScripts())
  app.route('/', createCheckoutPages(world))
  app.route('/', createSetupPages(world))
  app.route('/', createDashboard(world))
  app.route('/_sandbox', createControl(world, faults))
  const expiry = setInterval(() => {
    expireDueSessions(world)
    deliveries.wake()
  }, 30_000)
  expiry.unref()
  deliveries.wake()
  return {
    app,
    keys,
    stop: () => {
      clearInterval(expiry)
      deliveries.stop()
    },
  }
}
