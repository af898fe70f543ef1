import { type FormEvent, useRef, useState } from 'react'
import { Field } from '#ui/base/field.tsx'
import { PasswordInput } from '#ui/base/password-input.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { NewPasswordField } from '../auth/new-password-field.tsx'
import { useStepUp } from '../auth/step-up.tsx'
import { useAction } from '../auth/use-action.ts'
import { authClient } from '../session/auth-client.ts'
import { useAuth } from '../session/session.tsx'
import { Section } from './section.tsx'
import { useAccount, useRefreshAccount } from './use-account.ts'

/** Changes the password. The user proves their identity with the current password or an emailed code. */
export function PasswordSection() {
  const { user } = useAuth()
  const account = useAccount()
  // Users who signed up with a provider, code or passkey have no password yet, so don't ask for it.
  const first = account.data?.has_password === false
  const refresh = useRefreshAccount()
  const form = useRef<HTMLFormElement>(null)
  const [byEmail, setByEmail] = useState(false)
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [fieldErrors, setFieldErrors] = useState<{ current?: string; next?: string }>({})
  const { busy, failure, run } = useAction()
  const { withProof, dialog } = useStepUp()

  const focus = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus()

  async function save(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const missing = {
      current: first || byEmail || current ? undefined : 'Enter your current password.',
      next: next ? undefined : 'Enter a new password.',
    }
    setFieldErrors(missing)
    if (missing.current || missing.next) return focus(missing.current ? 'current-password' : 'new-password')
    const saved = await run(() =>
      withProof(async (proof) => {
        const change = {
          password: next,
          ...(first || byEmail ? {} : { current_password: current }),
          ...proof,
        }
        const result = await (await authClient()).updateUser(change)
        return { ...result, wrong: result.error?.code === 'current_password_invalid' }
      }).then((result) => {
        // Show this error at the field, not as a form error.
        if (result?.wrong) setFieldErrors({ current: "That's not your current password." })
        return result?.wrong ? undefined : result
      }),
    )
    if (!saved) return
    setCurrent('')
    setNext('')
    setByEmail(false)
    await refresh()
    toast.success(
      first ? 'Your password has been set.' : 'Your password has been changed.',
      'Your other devices are signed out.',
    )
  }

  return (
    <Section
      title="Password"
      text={
        first
          ? "You don't have a password yet. Set one to also sign in with your email."
          : 'Changing it signs out your other devices.'
      }
    >
      <form
        ref={form}
        noValidate
        className="flex max-w-[360px] flex-col gap-4 max-sm:max-w-none"
        onSubmit={(event) => void save(event)}
      >
        <input type="hidden" name="username" autoComplete="username" value={user?.email ?? ''} readOnly />
        {first ? null : byEmail ? (
          <p className="text-text-2">
            When you save, we'll email a code to {user?.email}.{' '}
            <button type="button" className="link cursor-pointer" onClick={() => setByEmail(false)}>
              Use my current password
            </button>
          </p>
        ) : (
          <Field
            label="Current password"
            error={fieldErrors.current}
            aside={
              <button
                type="button"
                className="link cursor-pointer text-small"
                onClick={() => {
                  setByEmail(true)
                  setFieldErrors({})
                }}
              >
                Use a code instead
              </button>
            }
          >
            {(control) => (
              <PasswordInput
                {...control}
                name="current-password"
                autoComplete="current-password"
                required
                showLabel="Show current password"
                hideLabel="Hide current password"
                value={current}
                onChange={(event) => setCurrent(event.currentTarget.value)}
              />
            )}
          </Field>
        )}
        <NewPasswordField
          value={next}
          email={user?.email ?? ''}
          error={fieldErrors.next}
          onChange={setNext}
        />
        {failure ? (
          <Notice tone="danger" role="alert">
            {failure}
          </Notice>
        ) : null}
        <div>
          <Button type="submit" busy={busy} busyLabel="Saving...">
            {first ? 'Set a password' : 'Change password'}
          </Button>
        </div>
      </form>
      {dialog}
    </Section>
  )
}
