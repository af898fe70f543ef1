import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import type { DatabaseSync } from 'node:sqlite'
import { createClock } from '../clock.ts'
import type { Clock } from '../clock.ts'
import { setting } from '../database.ts'
import { createPaymentPages } from './api/payment-pages.ts'
import { createApi } from './api/api.ts'
import { Faults } from './api/faults.ts'
import { doDueWork } from './time/due-work.ts'
import { ContractLog } from './contract/log.ts'
import { createControl } from './control.ts'
import { platformKeys } from './keys.ts'
import { createBrowserScripts } from './browser/serve.ts'
import { createAuthorizePages } from './pages/authorize.ts'
import { createCheckoutPages } from './pages/checkout.ts'
import { createDashboard } from './pages/dashboard.ts'
import { createInvoicePages } from './pages/invoice.ts'
import { createPortalPages } from './pages/portal.ts'
import { createReceiptPages } from './pages/receipt.ts'
import { createSetupPages } from './pages/setup.ts'
import { ObjectStore } from './store.ts'
import { Deliveries } from './webhooks/deliveries.ts'
import type { PlatformKeys, World } from './world.ts'

export interface Payments {
  /** The API, the hosted pages and, under `/_sandbox`, the control API. */
  app: Hono<{ Bindings: HttpBindings }>
  keys: PlatformKeys
  stop(): void
}

/** Opens the payments stand-in and sends pending deliveries of an earlier run immediately. */
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
    clock: openClock(database),
    log: new ContractLog(),
    platform: keys,
  }
  const faults = new Faults()
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.route('/', createAuthorizePages(world))
  app.route('/', createPaymentPages(world))
  app.route('/', createApi(world, faults))
  app.route('/', createBrowserScripts())
  app.route('/', createCheckoutPages(world))
  app.route('/', createInvoicePages(world))
  app.route('/', createPortalPages(world))
  app.route('/', createReceiptPages(world))
  app.route('/', createSetupPages(world))
  app.route('/', createDashboard(world))
  app.route('/_sandbox', createControl(world, faults))
  const work = (): void => {
    try {
      doDueWork(world, world.clock.seconds())
    } catch (error) {
      // A failure in scheduled work must not stop the pages and the API.
      console.error('Sandbox error in scheduled work:', error)
    }
  }
  const timer = setInterval(work, 30_000)
  timer.unref()
  work()
  return {
    app,
    keys,
    stop: () => {
      clearInterval(timer)
      deliveries.stop()
    },
  }
}

/** Opens a clock whose offset survives a restart, so that stored periods do not move into the future. */
function openClock(database: DatabaseSync): Clock {
  const offsetMs = Number(setting(database, 'clock_moved', () => '0'))
  const save = database.prepare(`update settings set value = ? where name = 'clock_moved'`)
  return createClock(offsetMs, (milliseconds) => save.run(String(milliseconds)))
}
