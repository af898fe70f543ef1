import { IntegrationList } from './integration-list.tsx'
import { SuitePage } from './suite-page.tsx'

/** `/studio/connect/chatbot`. */
export default function ChatbotTab() {
  return (
    <SuitePage
      title="Chatbot"
      text="An assistant on your site that replies to visitors from your own content, with the AI provider you choose."
      group="chatbot"
    >
      {(tenant) => <IntegrationList group="chatbot" tenant={tenant} />}
    </SuitePage>
  )
}
