import { useState } from 'react'
import { CallError, callErrorText } from '#kernel/browser/call.ts'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Button } from '#ui/button.tsx'
import { RadioCards } from '#ui/forms/radio-cards.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { type BucketDraft, NEW_BUCKET, draftOf, draftProblems, limitsOf } from './bucket-draft.ts'
import type { Bucket } from './bucket.ts'
import { useChangeBucket, useCreateBucket } from './use-buckets.ts'

export interface BucketDialogProps {
  tenantId: string
  /** Undefined for a new one; of another only the limits change here. */
  bucket: Bucket | undefined
  onClose: () => void
  onSaved: (id: string) => void
}

const KINDS = [
  { value: 'private', title: 'Private', description: 'You choose next who may read it.' },
  { value: 'public', title: 'Public', description: 'Everyone who has the address of a file opens it.' },
] as const

/** Creates a bucket, or changes what may be uploaded into it. */
export function BucketDialog({ tenantId, bucket, onClose, onSaved }: BucketDialogProps) {
  const [draft, setDraft] = useState(bucket ? draftOf(bucket) : NEW_BUCKET)
  const [hasTried, setTried] = useState(false)
  const create = useCreateBucket(tenantId)
  const change = useChangeBucket(tenantId, bucket?.id ?? '')
  const request = bucket ? change : create
  const { name: nameProblem, ...limitProblems } = draftProblems(draft)
  const problems = bucket ? limitProblems : { name: nameProblem, ...limitProblems }
  const refused = fieldRefusal(request.error)
  const errorOf = (field: keyof BucketDraft) =>
    (hasTried ? (problems as Partial<Record<keyof BucketDraft, string>>)[field] : undefined) ?? refused[field]
  const set = (next: Partial<BucketDraft>) => {
    request.reset()
    setDraft({ ...draft, ...next })
  }

  function submit() {
    setTried(true)
    if (Object.values(problems).some(Boolean) || request.isPending) return
    const id = bucket?.id ?? draft.name.trim()
    const options = {
      onSuccess: () => onSaved(id),
      onError: (error: Error) => {
        if (Object.keys(fieldRefusal(error)).length === 0)
          toast.error('Error', callErrorText(error, 'The bucket could not be saved.'))
      },
    }
    if (bucket) change.mutate(limitsOf(draft), options)
    else create.mutate({ name: id, public: draft.isPublic, ...limitsOf(draft) }, options)
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={bucket ? `Limits of ${bucket.name}` : 'New bucket'}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            busy={request.isPending}
            busyLabel={bucket ? 'Saving...' : 'Creating...'}
          >
            {bucket ? 'Save' : 'Create bucket'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {bucket ? null : (
          <>
            <Field label="Name" error={errorOf('name')} hint="Your code calls the bucket by this name.">
              {(control) => (
                <Input
                  {...control}
                  value={draft.name}
                  maxLength={100}
                  autoComplete="off"
                  autoCapitalize="none"
                  spellCheck={false}
                  placeholder="For example: photos"
                  onChange={({ target }) => set({ name: target.value })}
                />
              )}
            </Field>
            <RadioCards
              label="Access"
              value={draft.isPublic ? 'public' : 'private'}
              options={KINDS}
              onChange={(kind) => set({ isPublic: kind === 'public' })}
            />
          </>
        )}
        <Field
          label="Largest file in MB"
          optional="(optional)"
          error={errorOf('megabytes')}
          hint="Empty: the limit of the server."
        >
          {(control) => (
            <Input
              {...control}
              value={draft.megabytes}
              inputMode="decimal"
              autoComplete="off"
              placeholder="For example: 5"
              onChange={({ target }) => set({ megabytes: target.value })}
            />
          )}
        </Field>
        <Field
          label="Types of files"
          optional="(optional)"
          error={errorOf('types')}
          hint="Separated by commas. Empty: every type."
        >
          {(control) => (
            <Input
              {...control}
              value={draft.types}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              placeholder="image/*, application/pdf"
              onChange={({ target }) => set({ types: target.value })}
            />
          )}
        </Field>
      </div>
    </Dialog>
  )
}

/** The service's refusal, at the field that it is about. */
function fieldRefusal(error: unknown): Partial<Record<keyof BucketDraft, string>> {
  if (!(error instanceof CallError)) return {}
  switch (error.code) {
    case 'BucketAlreadyExists':
      return { name: 'There is a bucket of this name.' }
    case 'InvalidBucketName':
      return { name: 'Choose another name: this one is reserved.' }
    case 'EntityTooLarge':
      return { megabytes: 'The server takes no files as large as this.' }
    case 'InvalidMimeType':
      return { types: error.message }
    default:
      return {}
  }
}
