import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callErrorText } from '#kernel/browser/call.ts'
import { call } from '#studio/data/api.ts'
import { toast } from '#ui/toasts/toast.ts'
import * as endpoints from '../endpoints.ts'
import type { Delivery, WebhookEndpoint, WithSecret } from '../endpoints.ts'
import type { EventType } from '../contract.ts'

type Mode = WebhookEndpoint['mode']
/** A webhook endpoint of a tenant. */
export interface Key {
  tenant_id: string
  id: string
}

const SOON_MS = 2000
const LATER_MS = 15_000
const IN_SIGHT_MS = 60_000

/** The endpoints of a mode, refetched every 15 seconds because failed deliveries can turn them off. */
export function useWebhooks(tenantId: string, mode: Mode) {
  return useQuery({
    queryKey: ['webhooks', tenantId, mode],
    queryFn: () => call(endpoints.listEndpoints, { tenant_id: tenantId, mode }),
    select: (data) => data.endpoints,
    refetchInterval: LATER_MS,
  })
}

/** Refetches all webhook queries. */
function useReread() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['webhooks'] })
}

/** Creates an endpoint, or updates the one with `id`. The caller shows errors. */
export function useSaveWebhook(
  tenantId: string,
  mode: Mode,
  id: string | undefined,
  onSaved: (made?: WithSecret) => void,
) {
  const reread = useReread()
  return useMutation({
    mutationFn: async (form: { url: string; events: EventType[] }) => {
      if (id === undefined) return call(endpoints.createEndpoint, { tenant_id: tenantId, mode, ...form })
      await call(endpoints.changeEndpoint, { tenant_id: tenantId, id, ...form })
      return undefined
    },
    onSuccess(made) {
      void reread()
      if (!made) toast.success('Webhook saved')
      onSaved(made)
    },
  })
}

/** Turns an endpoint on or off. It receives nothing while it is off. */
export function useSwitchWebhook(key: Key) {
  const reread = useReread()
  return useMutation({
    mutationFn: (enabled: boolean) => call(endpoints.changeEndpoint, { ...key, enabled }),
    onSuccess(_, enabled) {
      toast.success(enabled ? 'Webhook turned on' : 'Webhook turned off')
      return reread()
    },
    onError: (error) => toast.error('Error', callErrorText(error, 'The webhook was not changed. Try again.')),
  })
}

export function useRemoveWebhook(key: Key, onRemoved: () => void) {
  const reread = useReread()
  return useMutation({
    mutationFn: () => call(endpoints.removeEndpoint, key),
    onSuccess() {
      toast.success('Webhook removed')
      onRemoved()
      return reread()
    },
    onError: (error) => toast.error('Error', callErrorText(error, 'The webhook was not removed. Try again.')),
  })
}

/** Creates a new signing secret, which is shown only this once. On failure the old one stays valid. */
export function useRotateSecret(key: Key, onMade: (made: WithSecret) => void) {
  const reread = useReread()
  return useMutation({
    mutationFn: () => call(endpoints.rotateSecret, key),
    onSuccess(made) {
      void reread()
      onMade(made)
    },
    onError: (error) =>
      toast.error('Error', callErrorText(error, 'No new secret was created. The old one still works.')),
  })
}

/** Sends a test event to the endpoint; the log shows the server's response. */
export function usePing(key: Key, onSent: () => void) {
  const reread = useReread()
  return useMutation({
    mutationFn: () => call(endpoints.pingEndpoint, key),
    onSuccess() {
      toast.info('Test sent', 'The log shows your server’s response.')
      onSent()
      return reread()
    },
    onError: (error) => toast.error('Error', callErrorText(error, 'The test was not sent. Try again.')),
  })
}

/** The latest deliveries of an endpoint, refetched soon while an attempt is due. */
export function useDeliveries(key: Key, state: Delivery['state'] | undefined, before: string | undefined) {
  return useQuery({
    queryKey: ['webhooks', 'log', key.tenant_id, key.id, state, before],
    queryFn: () =>
      call(endpoints.listDeliveries, { ...key, ...(state && { state }), ...(before && { before }) }),
    placeholderData: keepPreviousData,
    refetchInterval: (query) => (query.state.data?.deliveries.some(isAboutToMove) ? SOON_MS : LATER_MS),
  })
}

export function useDelivery(key: Key, message_id: string) {
  return useQuery({
    queryKey: ['webhooks', 'delivery', key.tenant_id, key.id, message_id],
    queryFn: () => call(endpoints.readDelivery, { ...key, message_id }),
    refetchInterval: (query) =>
      query.state.data && isAboutToMove(query.state.data.delivery) ? SOON_MS : LATER_MS,
  })
}

export function useReplay(key: Key) {
  const reread = useReread()
  return useMutation({
    mutationFn: (message_id: string) => call(endpoints.replayDelivery, { ...key, message_id }),
    onSuccess() {
      toast.info('Sent again', 'The log shows your server’s response.')
      return reread()
    },
    onError: (error) =>
      toast.error('Error', callErrorText(error, 'The event was not sent again. Try again.')),
  })
}

const isAboutToMove = ({ next_at }: Delivery) =>
  next_at !== null && Date.parse(next_at) < Date.now() + IN_SIGHT_MS
