import { IntegrationRow } from './integration-row.tsx'
import { integrationKeys } from './integrations.ts'
import { SuitePage } from './suite-page.tsx'

/** `/studio/connect/chatbot`. */
export default function ChatbotTab() {
  return (
    <SuitePage
      title="Chatbot"
      text="An assistant that answers visitors from your own content."
      group="chatbot"
    >
      {(tenant) => (
        <div className="flex flex-col gap-4">
          {integrationKeys('chatbot').map((key) => (
            <IntegrationRow key={key} name={key} mode={tenant.stripe_mode} />
          ))}
        </div>
      )}
    </SuitePage>
  )
}
