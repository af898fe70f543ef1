import { useState } from 'react'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import type { StaffAssistant, StaffSource } from '#blocks/prompt/endpoints-studio.ts'
import type { SourceKind } from '#blocks/prompt/endpoints.ts'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { AudienceField } from '../settings/people-fields.tsx'
import { KindFields } from './kind-fields.tsx'
import {
  emptySource,
  givenSourceOf,
  hasAudience,
  type SourceDraft,
  sourceDraftOf,
  sourceProblems,
} from './source-draft.ts'
import { KINDS } from './source-kinds.tsx'
import { useSaveSource } from './use-sources.ts'

export interface SourceDialogProps {
  tenant: TenantRow
  assistant: StaffAssistant
  /** Of a new one. */
  kind: SourceKind
  source: StaffSource | undefined
  onClose: () => void
}

/** Adds a source, or changes what it reads and for whom. */
export default function SourceDialog({ tenant, assistant, kind, source, onClose }: SourceDialogProps) {
  const [draft, setDraft] = useState<SourceDraft>(() =>
    source ? sourceDraftOf(source) : { ...emptySource(), audience: assistant.audience },
  )
  const [wasSent, setSent] = useState(false)
  const save = useSaveSource({
    tenantId: tenant.id,
    assistantId: assistant.id,
    base: source,
    onSaved: onClose,
  })
  const problems = sourceProblems(draft, kind)
  const fields = {
    tenantId: tenant.id,
    draft,
    problem: (name: keyof SourceDraft) => (wasSent ? problems[name] : undefined),
    onChange: (next: Partial<SourceDraft>) => setDraft((now) => ({ ...now, ...next })),
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={source ? `Edit ${source.title}` : `Add ${KINDS[kind].name.toLowerCase()}`}
      description={KINDS[kind].text}
      onSubmit={() => {
        setSent(true)
        if (Object.keys(problems).length === 0) save.mutate(givenSourceOf(draft, kind, titleOf(draft, kind)))
      }}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={save.isPending} busyLabel="Saving...">
            {source ? 'Save' : 'Add source'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <KindFields kind={kind} {...fields} />
        <Field
          label="Title"
          optional="(optional)"
          hint="Answers name it as their source, unless a page or item has a title of its own."
        >
          {(control) => (
            <Input
              {...control}
              maxLength={160}
              placeholder={draft.file?.name ?? titleOf(draft, kind)}
              value={draft.title}
              onChange={({ currentTarget: { value } }) => fields.onChange({ title: value })}
            />
          )}
        </Field>
        {hasAudience(kind) ? (
          <AudienceField
            tenantId={tenant.id}
            label="Who gets answers from it"
            value={draft.audience}
            onChange={(audience) => fields.onChange({ audience })}
          />
        ) : (
          <p className="text-text-2">
            Nothing is copied. A change or a lost role counts with the next question.
          </p>
        )}
      </div>
    </Dialog>
  )
}

const titleOf = ({ url }: SourceDraft, kind: SourceKind): string =>
  kind === 'pages' && URL.canParse(url) ? new URL(url).host || KINDS.pages.name : KINDS[kind].name
