import { IntegrationList } from './integration-list.tsx'
import { SuitePage } from './suite-page.tsx'

/** `/studio/connect/chatbot`. */
export default function ChatbotTab() {
  return (
    <SuitePage
      title="Chatbot"
      text="An assistant that answers visitors from your own content."
      group="chatbot"
    >
      {(tenant) => <IntegrationList group="chatbot" tenant={tenant} />}
    </SuitePage>
  )
}
