import { creator } from '#kernel/http/guards.ts'
import { route } from '#kernel/http/route.ts'
import type { Route } from '#kernel/http/route.ts'
import * as contracts from './contract.ts'
import * as endpoints from './endpoints.ts'
import { listWebhookDeliveries, pingWebhook, readWebhookDelivery, replayWebhook } from './log.ts'
import {
  changeWebhook,
  createWebhook,
  listWebhooks,
  removeWebhook,
  rotateWebhookSecret,
} from './webhook-settings.ts'

export const functions: Route[] = [
  route(
    endpoints.listEndpoints,
    creator,
    contracts.listEndpointsContract,
    async ({ kernel, claims, input }) => ({ endpoints: await listWebhooks(kernel, claims, input) }),
  ),
  route(endpoints.createEndpoint, creator, contracts.createEndpointContract, ({ kernel, claims, input }) =>
    createWebhook(kernel, claims, input),
  ),
  route(
    endpoints.changeEndpoint,
    creator,
    contracts.changeEndpointContract,
    async ({ kernel, claims, input }) => ({ endpoint: await changeWebhook(kernel, claims, input) }),
  ),
  route(
    endpoints.removeEndpoint,
    creator,
    contracts.removeEndpointContract,
    async ({ kernel, claims, input }) => {
      await removeWebhook(kernel, claims, input)
      return { removed: true }
    },
  ),
  route(endpoints.rotateSecret, creator, contracts.rotateSecretContract, ({ kernel, claims, input }) =>
    rotateWebhookSecret(kernel, claims, input),
  ),
  route(
    endpoints.pingEndpoint,
    creator,
    contracts.pingEndpointContract,
    async ({ kernel, claims, input }) => ({ message_id: await pingWebhook(kernel, claims, input) }),
  ),
  route(endpoints.listDeliveries, creator, contracts.listDeliveriesContract, ({ kernel, claims, input }) =>
    listWebhookDeliveries(kernel, claims, input),
  ),
  route(endpoints.readDelivery, creator, contracts.readDeliveryContract, ({ kernel, claims, input }) =>
    readWebhookDelivery(kernel, claims, input),
  ),
  route(
    endpoints.replayDelivery,
    creator,
    contracts.replayDeliveryContract,
    async ({ kernel, claims, input }) => {
      await replayWebhook(kernel, claims, input)
      return { queued: true }
    },
  ),
]
