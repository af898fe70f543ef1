import { IntegrationList } from './integration-list.tsx'
import { SuitePage } from './suite-page.tsx'

/** `/studio/connect/analytics`. */
export default function AnalyticsTab() {
  return (
    <SuitePage title="Analytics" text="Send block events to your own analytics." group="analytics">
      {(tenant) => <IntegrationList group="analytics" tenant={tenant} />}
    </SuitePage>
  )
}
