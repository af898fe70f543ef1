import { AddressForm } from '#ui/forms/address-form.tsx'

export interface CheckFormProps {
  /** The address of the current check. */
  url: string
  busy: boolean
  onRun: (url: string) => void
}

/** The address of the site to check. */
export function CheckForm({ url, busy, onRun }: CheckFormProps) {
  return (
    <div className="max-w-[680px]">
      <AddressForm
        label="Website address"
        name="url"
        placeholder="https://your-site.com"
        value={url}
        buttonLabel="Run check"
        busy={busy}
        busyLabel="Checking..."
        missingText="Enter a web address such as https://shop.example"
        onSubmit={onRun}
      />
    </div>
  )
}
