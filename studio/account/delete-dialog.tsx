import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { useStepUp } from '../auth/step-up.tsx'
import { useAction } from '../auth/use-action.ts'
import { useFirstFocus } from '../auth/use-first-focus.ts'
import { authClient } from '../session/auth-client.ts'
import { useBilling } from '../plan/use-billing.ts'
import { useAuth } from '../session/session.tsx'
import { clearProductKeys } from '../data/storage.ts'
import { useTenants } from '../tenant/tenants.ts'
import { deleteAccount } from './delete-account.ts'

/** Lists what will be deleted and asks the user to type their email as confirmation. */
export default function DeleteDialog({ onClose }: { onClose: () => void }) {
  const { user } = useAuth()
  const tenants = (useTenants().data ?? []).filter(({ role }) => role === 'owner')
  const plan = usePaidPlan()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const field = useFirstFocus()
  const [typed, setTyped] = useState('')
  const [fieldError, setFieldError] = useState<string>()
  const { busy, failure, run } = useAction()
  const { withProof, dialog } = useStepUp()
  const email = user?.email ?? ''

  async function remove() {
    if (busy) return
    const fits = typed.trim().toLowerCase() === email.toLowerCase()
    setFieldError(fits ? undefined : `Type ${email} to continue.`)
    if (!fits) return field.current?.focus()
    if (!(await run(() => withProof(deleteAccount)))) return
    // The server has deleted the session with the account; clear the local copy.
    await (await authClient()).signOut({ scope: 'local' })
    clearProductKeys([() => localStorage, () => sessionStorage])
    queries.clear()
    await navigate('/', { replace: true })
    toast.success('Your account has been deleted.')
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Delete account"
      description="This cannot be undone. Deleting your account also deletes:"
      onSubmit={() => void remove()}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="danger" busy={busy} busyLabel="Deleting...">
            Delete account
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <ul className="list-disc pl-5 text-text-2">
          <li>
            {tenants.length
              ? `your tenants (${tenants.map(({ name }) => name).join(', ')}) with their products, settings and customers`
              : 'your tenants with their products, settings and customers'}
          </li>
          <li>your blocks, your profile and all your sessions</li>
          <li>the blocks on your sites, which stop working immediately</li>
          {plan ? <li>{`your ${plan} plan, which ends immediately without a refund`}</li> : null}
        </ul>
        <p className="text-text-2">
          Your earnings and receipts stay in your account at the payment provider.
        </p>
        {failure ? (
          <Notice tone="danger" role="alert">
            {failure}
          </Notice>
        ) : null}
        <Field label={`Type ${email} to confirm`} error={fieldError}>
          {(control) => (
            <Input
              {...control}
              ref={field}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          )}
        </Field>
      </div>
      {dialog}
    </Dialog>
  )
}

/** The name of the paid plan that deleting the account ends. */
function usePaidPlan(): string | undefined {
  const { data } = useBilling()
  return data?.held && data.held.plan_id !== 'free' && data.active ? data.held.name : undefined
}
