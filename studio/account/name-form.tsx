import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { useAction } from '../auth/use-action.ts'
import { db, rowsOf } from '../data/data.ts'
import { useAuth } from '../session/session.tsx'
import { accountKey, useRefreshAccount } from './use-account.ts'

/** Maximum length of a display name in characters. */
const MAX_LENGTH = 120

/** Edits the display name of the creator's profile, which onboarding asks for first. */
export function NameForm() {
  const { user } = useAuth()
  const refresh = useRefreshAccount()
  const [typed, setTyped] = useState<string>()
  const [fieldError, setFieldError] = useState<string>()
  const { busy, failure, run } = useAction()
  const stored = useQuery({
    queryKey: accountKey(user?.id, 'name'),
    enabled: user !== null,
    queryFn: async () =>
      rowsOf<{ display_name: string | null }[]>(
        await db.from('bolt_profiles').select('display_name').eq('user_id', user!.id),
      )[0]?.display_name ?? '',
  })
  const name = typed ?? stored.data ?? ''
  const changed = typed !== undefined && typed !== stored.data

  async function save(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setFieldError(name.trim() ? undefined : 'Enter a name.')
    if (!name.trim()) return
    const row = { user_id: user!.id, display_name: name.trim(), updated_at: new Date().toISOString() }
    const saved = await run(async () => db.from('bolt_profiles').upsert(row))
    if (!saved) return
    await refresh()
    setTyped(undefined)
    toast.success('Your name has been saved.')
  }

  return (
    <form
      noValidate
      className="flex items-start gap-2 max-sm:flex-col max-sm:items-stretch"
      onSubmit={(event) => void save(event)}
    >
      <div className="max-w-[360px] flex-1 max-sm:max-w-none">
        <Field label="Display Name" error={fieldError ?? failure}>
          {(control) => (
            <Input
              {...control}
              name="name"
              autoComplete="name"
              maxLength={MAX_LENGTH}
              disabled={stored.isPending}
              value={name}
              onChange={(event) => {
                setFieldError(undefined)
                setTyped(event.currentTarget.value)
              }}
            />
          )}
        </Field>
      </div>
      {changed ? (
        <Button type="submit" className="sm:mt-[26px]" busy={busy} busyLabel="Saving...">
          Save name
        </Button>
      ) : null}
    </form>
  )
}
