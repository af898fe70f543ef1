import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import type { WithSecret } from '../endpoints.ts'

/** The secret is in this answer and nowhere else. */
export function SecretDialog({ made, onClose }: { made: WithSecret; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title="Signing secret"
      description={made.endpoint.url}
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Field
          label="Secret"
          hint="Your server checks each event with it. Any library for Standard Webhooks takes it as it is."
        >
          {(field) => (
            <Input
              {...field}
              readOnly
              className="font-mono text-mono"
              value={made.secret}
              end={<CopyButton text={made.secret} label="Copy secret" />}
            />
          )}
        </Field>
        <Notice tone="warn">Copy the secret now. It is not shown again.</Notice>
      </div>
    </Dialog>
  )
}
