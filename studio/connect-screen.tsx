import { Overview } from '#features/connect/studio/suite/overview.tsx'
import { WebhooksStatus } from '#features/webhooks/studio/webhooks-status.tsx'

/** `/studio/connect` and `/bolt/connect`: everything a tenant can connect, with its state. */
export default function ConnectScreen() {
  return <Overview renderWebhooksState={(tenant) => <WebhooksStatus tenant={tenant} />} />
}
