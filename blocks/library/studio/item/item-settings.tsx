import { config } from '#studio/config.ts'
import { type AudienceOffer, SavedAudiencePicker } from '#studio/audience/saved-audience-picker.tsx'
import { useSaveAudience } from '#studio/audience/use-audiences.ts'
import { useProducts } from '#studio/audience/use-products.ts'
import { useRoles } from '#studio/audience/use-roles.ts'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Segments } from '#ui/base/segments.tsx'
import { Select } from '#ui/forms/select.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import { limitText } from '../media/check-file.ts'
import { CoverPicture } from '../media/cover-picture.tsx'
import { UploadField } from '../media/upload-field.tsx'
import type { ItemFieldsProps } from './item-fields.tsx'
import { TagsInput } from './tags-input.tsx'

const OFFERS: readonly AudienceOffer[] = [
  { name: 'Everyone', rule: { any: [{ kind: 'everyone' }] } },
  { name: 'Signed-in members', rule: { any: [{ kind: 'signed_in' }] } },
]

/** When visitors see an item, who may open it, and how it appears in lists. */
export function ItemSettings(props: ItemFieldsProps) {
  const { tenant, kind, draft, onChange } = props
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <StateFields {...props} />
      <AudienceFields {...props} />
      {kind === 'course' ? (
        <Field label="Days of lessons count from">
          {(control) => (
            <Select
              {...control}
              value={draft.countsFrom}
              options={[
                { value: 'start', label: 'The day a member starts' },
                { value: 'joining', label: 'The day a member joined your site' },
              ]}
              onChange={({ currentTarget }) =>
                onChange({ countsFrom: currentTarget.value === 'joining' ? 'joining' : 'start' })
              }
            />
          )}
        </Field>
      ) : null}
      {kind === 'course' ? (
        <Switch
          checked={draft.hasCertificate}
          onCheckedChange={(hasCertificate) => onChange({ hasCertificate })}
        >
          <span>
            Give a certificate
            <span className="block text-caption text-text-3">
              To members who finish every lesson. Everyone with its address can check it.
            </span>
          </span>
        </Switch>
      ) : null}
      <TagsInput tenantId={tenant.id} value={draft.tags} onChange={(tags) => onChange({ tags })} />
      <UploadField
        tenantId={tenant.id}
        use="cover"
        label="Cover"
        optional
        hint={`A picture of up to ${limitText('cover', config.fileBytes)} for lists. Wide ones fit best.`}
        hasFile={draft.cover !== null}
        onUploaded={({ path }) => onChange({ cover: path })}
        onRemove={() => onChange({ cover: null })}
      >
        {draft.cover ? <CoverPicture tenantId={tenant.id} path={draft.cover} /> : null}
      </UploadField>
    </div>
  )
}

function StateFields({ draft, problem, onChange }: ItemFieldsProps) {
  return (
    <div className="flex flex-col gap-3">
      <div>
        <p className="mb-1.5 text-small font-label" aria-hidden>
          State
        </p>
        <Segments
          wide
          label="State"
          value={draft.state}
          options={[
            { value: 'draft', label: 'Draft' },
            { value: 'published', label: 'Published' },
            { value: 'scheduled', label: 'Scheduled' },
          ]}
          onChange={(state) => onChange({ state })}
        />
      </div>
      {draft.state === 'scheduled' ? (
        <Field label="Publish on" hint="In your time zone." error={problem('scheduledFor')}>
          {(control) => (
            <Input
              {...control}
              type="datetime-local"
              value={draft.scheduledFor}
              onChange={({ currentTarget: { value } }) => onChange({ scheduledFor: value })}
            />
          )}
        </Field>
      ) : null}
    </div>
  )
}

function AudienceFields({ tenant, kind, draft, problem, onChange }: ItemFieldsProps) {
  const { data: products = [] } = useProducts(tenant.id)
  const { data: roles = [] } = useRoles(tenant.id)
  const saveOffer = useSaveAudience(tenant.id, ({ id }) => onChange({ audience: id }))
  return (
    <div className="flex flex-col gap-3">
      <SavedAudiencePicker
        tenantId={tenant.id}
        products={products}
        roles={roles}
        label="Who may open it"
        without={kind === 'course' ? 'No one' : 'No one, except through courses'}
        offers={OFFERS}
        onOffer={(rule) =>
          saveOffer.mutate({
            id: undefined,
            name: OFFERS.find((offer) => offer.rule === rule)!.name,
            rule,
          })
        }
        error={problem('audience')}
        value={draft.audience}
        onChange={(id) => onChange({ audience: id })}
      />
      <Switch checked={draft.isTeaser} onCheckedChange={(isTeaser) => onChange({ isTeaser })}>
        <span>
          Show title and teaser to everyone
          <span className="block text-caption text-text-3">
            Off: others do not learn that the item exists.
          </span>
        </span>
      </Switch>
      <Switch checked={draft.isListed} onCheckedChange={(isListed) => onChange({ isListed })}>
        <span>
          Show in lists
          <span className="block text-caption text-text-3">Off: only by its link and in courses.</span>
        </span>
      </Switch>
    </div>
  )
}
