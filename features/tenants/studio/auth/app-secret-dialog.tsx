import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/code/copy-button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import type { AppWithSecret } from '#features/tenants/endpoints.ts'

/** Shows the values for the app's own settings. The secret is available only in this response. */
export function AppSecretDialog({ made, onClose }: { made: AppWithSecret; onClose: () => void }) {
  const { app, client_secret: secret } = made
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={`${app.name} is ready`}
      description="Enter these values and the discovery address in your app."
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Value label="Client ID" value={app.client_id} />
        {secret ? (
          <>
            <Value label="Client secret" value={secret} />
            <Notice tone="warn">Copy the secret now. You cannot see it again.</Notice>
          </>
        ) : (
          <Notice>This app needs no secret. It uses PKCE at each sign-in instead.</Notice>
        )}
      </div>
    </Dialog>
  )
}

function Value({ label, value }: { label: string; value: string }) {
  return (
    <Field label={label}>
      {(field) => (
        <Input
          {...field}
          readOnly
          className="font-mono text-mono"
          value={value}
          end={<CopyButton text={value} label={`Copy ${label.toLowerCase()}`} />}
        />
      )}
    </Field>
  )
}
