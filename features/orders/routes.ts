import { Hono } from 'hono'
import type { AppEnv } from '#kernel/http/context.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { returnPages } from './return-pages.ts'
import { webhookRoutes } from './webhooks.ts'

export { paymentHandlers } from './payment-handlers.ts'

export const pages = (kernel: Kernel): Hono<AppEnv> =>
  new Hono<AppEnv>().route('/', webhookRoutes(kernel)).route('/', returnPages(kernel))
