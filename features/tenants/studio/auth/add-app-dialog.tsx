import { zodResolver } from '@hookform/resolvers/zod'
import { Controller, useForm } from 'react-hook-form'
import { callErrorText } from '#kernel/browser/call.ts'
import { Field } from '#ui/base/field.tsx'
import { Input, Textarea } from '#ui/base/input.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { RadioCards } from '#ui/forms/radio-cards.tsx'
import type { AppWithSecret } from '#features/tenants/endpoints.ts'
import { type AppDraft, EMPTY_APP, appDraft, appFormOf } from './app-draft.ts'
import { useCreateApp } from './use-tenant-apps.ts'

export interface AddAppDialogProps {
  tenantId: string
  /** The draft from before the dialog was closed without Cancel. */
  kept: AppDraft
  onKeep: (draft: AppDraft) => void
  onClose: () => void
  onMade: (made: AppWithSecret) => void
}

const KINDS = [
  {
    value: 'confidential',
    title: 'Runs on a server',
    description: 'It can store a secret, which we show you once.',
  },
  {
    value: 'public',
    title: 'Runs in browsers or on phones',
    description: 'It cannot store a secret and does not need one.',
  },
] as const

/** Add app: the name and redirect addresses of one of the builder's applications. */
export function AddAppDialog({ tenantId, kept, onKeep, onClose, onMade }: AddAppDialogProps) {
  const { register, control, handleSubmit, getValues, formState } = useForm<AppDraft>({
    resolver: zodResolver(appDraft),
    defaultValues: kept,
  })
  const { errors } = formState
  const create = useCreateApp(tenantId, (made) => {
    leave(EMPTY_APP)
    onMade(made)
  })

  function leave(draft: AppDraft) {
    onKeep(draft)
    onClose()
  }

  const submit = handleSubmit((draft) => create.mutate(appFormOf(draft)))
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !create.isPending) leave(getValues())
      }}
      title="Add app"
      description="One of your applications. Visitors sign in to it with their account here."
      onSubmit={(event) => void submit(event)}
      footer={
        <>
          <Button disabled={create.isPending} onClick={() => leave(EMPTY_APP)}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={create.isPending} busyLabel="Adding...">
            Add app
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label="Name" hint="Visitors see it when they sign in to the app." error={errors.name?.message}>
          {(field) => (
            <Input
              {...field}
              {...register('name')}
              maxLength={120}
              autoComplete="off"
              placeholder="Members"
            />
          )}
        </Field>
        <Field label="Site" optional="(optional)" error={errors.site?.message}>
          {(field) => (
            <Input
              {...field}
              {...register('site')}
              inputMode="url"
              autoComplete="off"
              spellCheck={false}
              placeholder="https://members.example.com"
            />
          )}
        </Field>
        <Field
          label="Redirect addresses"
          hint="Where visitors return after sign-in. One per line, exactly as your app sends them."
          error={errors.redirects?.message}
        >
          {(field) => (
            <Textarea
              {...field}
              {...register('redirects')}
              rows={3}
              spellCheck={false}
              autoComplete="off"
              className="font-mono text-mono"
              placeholder="https://members.example.com/callback"
            />
          )}
        </Field>
        <Controller
          control={control}
          name="kind"
          render={({ field }) => (
            <RadioCards label="Kind of app" value={field.value} options={KINDS} onChange={field.onChange} />
          )}
        />
        {create.isError && !create.isPending ? (
          <Notice tone="danger" role="alert" title="The app was not added">
            {callErrorText(create.error, 'Try again in a moment.')}
          </Notice>
        ) : null}
      </div>
    </Dialog>
  )
}
