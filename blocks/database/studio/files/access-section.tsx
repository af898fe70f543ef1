import { callErrorText } from '#kernel/browser/call.ts'
import { type AudienceOffer, SavedAudiencePicker } from '#studio/audience/saved-audience-picker.tsx'
import { useAudiences, useSaveAudience } from '#studio/audience/use-audiences.ts'
import { useMemberNames } from '#studio/audience/use-members.ts'
import { useProducts } from '#studio/audience/use-products.ts'
import { useRoles } from '#studio/audience/use-roles.ts'
import { Card } from '#ui/base/card.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { SIGNED_IN } from '../templates/template.ts'
import { accessSentence, accessWarning } from './bucket-access.ts'
import type { BucketPageProps } from './bucket-page.tsx'
import type { BucketChange } from './bucket.ts'
import { useChangeBucket } from './use-buckets.ts'

const OFFERS: AudienceOffer[] = [{ name: 'Signed-in members', rule: SIGNED_IN }]

/** Who reads a bucket and writes into it. A change takes effect at once. */
export function AccessSection({ tenant, bucket }: BucketPageProps) {
  const { data: audiences } = useAudiences(tenant.id)
  const { data: products = [] } = useProducts(tenant.id)
  const { data: roles = [] } = useRoles(tenant.id)
  const change = useChangeBucket(tenant.id, bucket.id)
  const saved = bucket.read_audience_id ?? null
  const rule = audiences?.find(({ id }) => id === saved)?.rule ?? null
  const people = useMemberNames(tenant.id, rule?.any.flatMap(({ ids = [] }) => ids) ?? [])
  const warning = accessWarning(bucket, rule)
  const save = (next: BucketChange) =>
    change.mutate(next, {
      onSuccess: () => toast.success('Access saved'),
      onError: (error) => toast.error('Error', callErrorText(error, 'The access could not be saved.')),
    })
  const saveOffer = useSaveAudience(tenant.id, ({ id }) => save({ read_audience_id: id }))
  const isBusy = (field: keyof BucketChange) => change.isPending && change.variables[field] !== undefined

  return (
    <section aria-labelledby="access-title">
      <h2 id="access-title" className="text-subheading">
        Access
      </h2>
      <output className="mt-1 block min-h-5 max-w-[68ch] text-text-2" aria-live="polite">
        {audiences || !saved ? accessSentence(bucket, rule, { products, people }) : ''}
      </output>
      {warning ? (
        <div className="mt-3">
          <Notice tone="warn">{warning}</Notice>
        </div>
      ) : null}
      <Card className="mt-4 flex flex-col gap-5 p-5">
        <SavedAudiencePicker
          tenantId={tenant.id}
          products={products}
          roles={roles}
          label="Read all files"
          without="Only you and your staff"
          value={saved}
          offers={OFFERS}
          onOffer={(offered) => saveOffer.mutate({ id: undefined, name: OFFERS[0]!.name, rule: offered })}
          onChange={(id) => save({ read_audience_id: id })}
        />
        <Setting
          id="folders"
          title="A folder for each member"
          text="Members read and write in the folder named by their user ID."
          checked={bucket.member_folders === true}
          busy={isBusy('member_folders')}
          onChange={(member_folders) => save({ member_folders })}
        />
        <Setting
          id="public"
          title="Public addresses"
          text="Everyone who has the address of a file opens it. No one can list them."
          checked={bucket.public}
          busy={isBusy('public')}
          onChange={(isPublic) => save({ public: isPublic })}
        />
      </Card>
    </section>
  )
}

function Setting(props: {
  id: string
  title: string
  text: string
  checked: boolean
  busy: boolean
  onChange: (checked: boolean) => void
}) {
  const { id, title, text, checked, busy, onChange } = props
  return (
    <div className="flex items-center justify-between gap-4">
      <div>
        <p id={`bucket-${id}`} className="text-small font-label">
          {title}
        </p>
        <p className="text-caption text-text-3">{text}</p>
      </div>
      <Switch aria-labelledby={`bucket-${id}`} checked={checked} busy={busy} onCheckedChange={onChange} />
    </div>
  )
}
