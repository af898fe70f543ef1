import { IntegrationList } from './integration-list.tsx'
import { SuitePage } from './suite-page.tsx'

/** `/studio/connect/email`. */
export default function EmailTab() {
  return (
    <SuitePage
      title="Email"
      text="Send your visitors’ sign-in codes, receipts and links from your own address, through your own provider."
      group="email"
    >
      {(tenant) => <IntegrationList group="email" tenant={tenant} />}
    </SuitePage>
  )
}
