import { IntegrationList } from './integration-list.tsx'
import { SuitePage } from './suite-page.tsx'

/** `/studio/connect/analytics`. */
export default function AnalyticsTab() {
  return (
    <SuitePage
      title="Analytics"
      text="Count what visitors do in your blocks, such as sign-ups and purchases, in your own analytics."
      group="analytics"
    >
      {(tenant) => <IntegrationList group="analytics" tenant={tenant} />}
    </SuitePage>
  )
}
