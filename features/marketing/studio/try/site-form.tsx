import { useNavigate } from 'react-router'
import { AddressForm } from '#ui/forms/address-form.tsx'

export interface SiteFormProps {
  /** The address that is shown now; empty for none. */
  site: string
  busy: boolean
}

/** Asks for the visitor's site, and opens `/try` with blocks in its colors. */
export function SiteForm({ site, busy }: SiteFormProps) {
  const navigate = useNavigate()
  return (
    <div className="max-w-[520px]">
      <AddressForm
        label="Your site's address"
        name="site"
        action="/try"
        placeholder="yourshop.com"
        value={site}
        buttonLabel="See it on your site"
        variant="secondary"
        busy={busy}
        busyLabel="Reading your site..."
        missingText="Enter your site's address, such as yourshop.com"
        onSubmit={(address) => void navigate(`/try?${new URLSearchParams({ site: address })}`)}
      />
    </div>
  )
}
