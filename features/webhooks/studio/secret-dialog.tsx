import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/code/copy-button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import type { WithSecret } from '../endpoints.ts'

/** Shows the new secret. Only this response contains it. */
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
          hint="Your server verifies each event with it. It works unchanged with any Standard Webhooks library."
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
        <Notice tone="warn">Copy the secret now. You cannot see it again.</Notice>
      </div>
    </Dialog>
  )
}
