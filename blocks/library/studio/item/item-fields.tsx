import type { TenantRow } from '#studio/tenant/tenants.ts'
import type { StaffItemWithBody } from '#blocks/library/endpoints-studio.ts'
import type { ItemKind } from '#blocks/library/endpoints.ts'
import { Field } from '#ui/base/field.tsx'
import { Input, Textarea } from '#ui/base/input.tsx'
import type { ItemDraft } from './item-draft.ts'

export interface ItemFieldsProps {
  tenant: TenantRow
  kind: ItemKind
  /** As it is stored; undefined for a new one. */
  item: StaffItemWithBody | undefined
  draft: ItemDraft
  problem: (name: keyof ItemDraft) => string | undefined
  onChange: (next: Partial<ItemDraft>) => void
}

/** What everyone reads who sees the title. */
export function ItemFields({ item, draft, problem, onChange }: ItemFieldsProps) {
  return (
    <>
      <Field label="Title" error={problem('title')}>
        {(control) => (
          <Input
            {...control}
            maxLength={160}
            value={draft.title}
            onChange={({ currentTarget: { value } }) => onChange({ title: value })}
          />
        )}
      </Field>
      <Field
        label="Address"
        {...(!item && { optional: '(optional)' })}
        hint={
          item
            ? 'It stays, so that links to this item work.'
            : 'The last part of its link. It is made from the title if you leave it empty, and cannot be changed later.'
        }
        error={problem('slug')}
      >
        {(control) => (
          <Input
            {...control}
            maxLength={80}
            readOnly={item !== undefined}
            autoCapitalize="none"
            spellCheck={false}
            placeholder={slugOf(draft.title)}
            value={draft.slug}
            onChange={({ currentTarget: { value } }) => onChange({ slug: value })}
          />
        )}
      </Field>
      <Field label="Summary" optional="(optional)" hint="One or two sentences for lists and search results.">
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            maxLength={500}
            value={draft.summary}
            onChange={({ currentTarget: { value } }) => onChange({ summary: value })}
          />
        )}
      </Field>
      <Field
        label="Teaser"
        optional="(optional)"
        hint="What visitors read before they may open it. Everything else stays behind the door."
      >
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            maxLength={4000}
            value={draft.teaser}
            onChange={({ currentTarget: { value } }) => onChange({ teaser: value })}
          />
        )}
      </Field>
    </>
  )
}

/** About what the server makes of a title. */
const slugOf = (title: string) =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 80)
