import { IntegrationList } from './integration-list.tsx'
import { SuitePage } from './suite-page.tsx'

/** `/studio/connect/databases`. */
export default function DatabasesTab() {
  return (
    <SuitePage
      title="Databases"
      text="Show data from your own database, such as stock or opening hours, in blocks on your site."
      group="databases"
    >
      {(tenant) => <IntegrationList group="databases" tenant={tenant} />}
    </SuitePage>
  )
}
