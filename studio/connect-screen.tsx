import { Overview } from '#features/connect/studio/suite/overview.tsx'
import { ChatbotStatus } from '#blocks/prompt/studio/provider/chatbot-status.tsx'
import { WebhooksStatus } from '#features/webhooks/studio/webhooks-status.tsx'

/** `/studio/connect` and `/bolt/connect`: everything a tenant can connect, with its state. */
export default function ConnectScreen() {
  return (
    <Overview
      renderWebhooksState={(tenant) => <WebhooksStatus tenant={tenant} />}
      renderChatbotState={(tenant) => <ChatbotStatus tenant={tenant} />}
    />
  )
}
