import { type Audience, NO_ONE } from '#kernel/browser/audience.ts'
import { AudiencePicker } from '#studio/audience/audience-picker.tsx'
import { useAudiences } from '#studio/audience/use-audiences.ts'
import { useProducts } from '#studio/audience/use-products.ts'
import { useRoles } from '#studio/audience/use-roles.ts'
import { type TenantRow, useCurrentTenant } from '#studio/tenant/tenants.ts'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/forms/select.tsx'

export interface BlockAudienceProps {
  /** Undefined: not limited to an audience. */
  value: Audience | undefined
  requiresAuth: boolean
  showProblems: boolean
  onChange: (next: Audience | undefined) => void
}

/** Who may see a block among those who may at all. The rule is stored in the block. */
export function BlockAudience(props: BlockAudienceProps) {
  const { value, requiresAuth, onChange } = props
  const tenant = useCurrentTenant()
  return (
    <section aria-labelledby="audience-title" className="py-7">
      <h3 id="audience-title" className="font-semibold">
        Audience
      </h3>
      <p className="mt-0.5 mb-3 text-text-2">
        {value && tenant
          ? `Products, roles and people are those of ${tenant.name}. Others learn how to get access, and nothing of the content.`
          : 'Open it only to buyers of a product, members with a role, or certain people.'}
      </p>
      {value && tenant ? (
        <Rule {...props} value={value} tenant={tenant} />
      ) : (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <span className="font-label">{requiresAuth ? 'Signed-in members' : 'Everyone'}</span>
          <Button
            size="small"
            disabledReason={!tenant && 'Create a tenant first.'}
            onClick={() => onChange(NO_ONE)}
          >
            Choose an audience
          </Button>
        </div>
      )}
    </section>
  )
}

function Rule({
  value,
  tenant,
  showProblems,
  onChange,
}: Omit<BlockAudienceProps, 'value'> & { value: Audience; tenant: TenantRow }) {
  const { data: products = [] } = useProducts(tenant.id)
  const { data: roles = [] } = useRoles(tenant.id)
  const { data: saved = [] } = useAudiences(tenant.id)
  return (
    <>
      <AudiencePicker
        value={value}
        onChange={onChange}
        tenantId={tenant.id}
        products={products}
        roles={roles}
        showProblems={showProblems}
      />
      <div className="mt-4 flex flex-wrap items-center gap-3">
        {saved.length > 0 ? (
          <span className="min-w-52">
            <Select
              aria-label="Copy a saved audience"
              value=""
              options={[
                { value: '', label: 'Copy a saved audience' },
                ...saved.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              onChange={({ currentTarget }) => {
                const chosen = saved.find(({ id }) => id === currentTarget.value)
                if (chosen) onChange(chosen.rule)
              }}
            />
          </span>
        ) : null}
        <Button size="small" variant="ghost" onClick={() => onChange(undefined)}>
          Remove the audience
        </Button>
      </div>
    </>
  )
}
