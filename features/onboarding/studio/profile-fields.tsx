import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { useAccess } from '#studio/plan/use-access.ts'
import { useDraft } from '#studio/data/use-draft.ts'
import { Card } from '#ui/base/card.tsx'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/forms/select.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { INDUSTRIES, PROFILE_MAX, type ProfileForm, ROLES, keptProfile, profileForm } from './profile-form.ts'
import { useSaveProfile } from './use-profile.ts'

const OPTIONAL = '(optional)'

/** The profile form. */
export function ProfileFields({ stored }: { stored: ProfileForm }) {
  const navigate = useNavigate()
  const access = useAccess()
  const save = useSaveProfile()
  const form = useForm<ProfileForm>({ resolver: zodResolver(profileForm), defaultValues: stored })
  const { register, handleSubmit, formState } = form
  const forget = useDraft('profile', form, keptProfile)

  const send = handleSubmit(async (profile) => {
    try {
      await save.mutateAsync(profile)
    } catch {
      toast.error('Failed to save your profile. Please try again.')
      return
    }
    forget()
    toast.success('Welcome', `Good to have you here, ${profile.display_name}.`)
    const { active } = access.data ?? (await access.refetch()).data ?? { active: false }
    await navigate(active ? '/bolt/dashboard' : '/bolt/pricing')
  })

  return (
    <Card className="max-w-[720px] p-6 max-md:p-5">
      <form noValidate onSubmit={send} className="flex flex-col gap-6">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Display Name" error={formState.errors.display_name?.message}>
            {(field) => (
              <Input
                {...field}
                {...register('display_name')}
                autoComplete="name"
                maxLength={PROFILE_MAX}
                required
              />
            )}
          </Field>
          <Field label="Company" optional={OPTIONAL} error={formState.errors.company?.message}>
            {(field) => (
              <Input
                {...field}
                {...register('company')}
                autoComplete="organization"
                maxLength={PROFILE_MAX}
              />
            )}
          </Field>
          <Field label="Role" optional={OPTIONAL}>
            {(field) => <Select {...field} {...register('role')} options={ROLES} />}
          </Field>
          <Field label="Industry" optional={OPTIONAL}>
            {(field) => <Select {...field} {...register('industry')} options={INDUSTRIES} />}
          </Field>
        </div>
        <div>
          <Button type="submit" variant="primary" busy={formState.isSubmitting} busyLabel="Setting up...">
            Continue
          </Button>
        </div>
      </form>
    </Card>
  )
}
