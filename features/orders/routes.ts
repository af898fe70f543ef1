import { Hono } from 'hono'
import type { AppEnv } from '#kernel/http/context.ts'
import type { Route } from '#kernel/http/route.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { returnPages } from './return-pages.ts'
import { inboxFunctions } from './inbox/routes.ts'
import { webhookRoutes } from './webhooks.ts'

export { paymentHandlers } from './payment-handlers.ts'

export const functions: Route[] = inboxFunctions

export const pages = (kernel: Kernel): Hono<AppEnv> =>
  new Hono<AppEnv>().route('/', webhookRoutes(kernel)).route('/', returnPages(kernel))
