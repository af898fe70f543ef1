import { useAudiences } from '#studio/audience/use-audiences.ts'
import { useMemberNames } from '#studio/audience/use-members.ts'
import { useProducts } from '#studio/audience/use-products.ts'
import { useRoles } from '#studio/audience/use-roles.ts'
import { type AudienceOffer, SavedAudiencePicker } from '#studio/audience/saved-audience-picker.tsx'
import { Card } from '#ui/base/card.tsx'
import { Badge } from '#ui/base/badge.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toasts/toast.ts'
import type { TablePageProps } from '../table-page.tsx'
import { AUTHOR, EVERYONE, SIGNED_IN } from '../templates/template.ts'
import { type TableChange, useChangeTable } from '../use-tables.ts'
import { RIGHTS, type Right, type Rules, accessWarnings, rightsSentence } from './rights-sentence.ts'
import { StrangerCheck } from './stranger-check.tsx'

const LABELS: Record<Right, string> = {
  see: 'See rows',
  add: 'Add rows',
  change: 'Change rows',
  delete: 'Delete rows',
}

const TEAM = { any: [{ kind: 'team' }] }
const WITHOUT: Record<Right, string> = {
  see: 'Only you and your staff',
  add: 'Only you, your staff and your forms',
  change: 'Only you and your staff',
  delete: 'Only you and your staff',
}

/** Common rules for a right. A new row has no author before it is added, so "the author" means nothing for adding. */
function offersFor(right: Right, isTeamScoped: boolean): AudienceOffer[] {
  return [
    { name: 'Everyone', rule: EVERYONE },
    { name: 'Signed-in members', rule: SIGNED_IN },
    ...(right === 'add' ? [] : [{ name: 'The author of a row', rule: AUTHOR }]),
    ...(isTeamScoped ? [{ name: 'The team of a row', rule: TEAM }] : []),
  ]
}

/** Who may see, add, change and delete the rows of a table, and what strangers really get. */
export default function AccessTab({ tenant, table }: TablePageProps) {
  const { data: audiences } = useAudiences(tenant.id)
  const { data: products = [] } = useProducts(tenant.id)
  const { data: roles = [] } = useRoles(tenant.id)
  const change = useChangeTable(tenant.id, table)
  const rules = Object.fromEntries(
    RIGHTS.map((right) => [right, audiences?.find(({ id }) => id === table[right])?.rule ?? null]),
  ) as Rules
  const people = useMemberNames(
    tenant.id,
    RIGHTS.flatMap((right) => rules[right]?.any.flatMap(({ ids = [] }) => ids) ?? []),
  )
  const described = { rules, approval: table.approval }
  const save = (next: TableChange) => change.mutate(next, { onSuccess: () => toast.success('Access saved') })

  return (
    <div className="flex max-w-[720px] flex-col gap-8">
      <section aria-labelledby="rights-title">
        <h2 id="rights-title" className="text-subheading">
          Who may do what
        </h2>
        <output className="mt-1 block min-h-10 max-w-[68ch] text-text-2" aria-live="polite">
          {audiences ? rightsSentence(described, { products, people }) : ''}
        </output>
        {audiences
          ? accessWarnings(described).map((warning) => (
              <div key={warning} className="mt-3">
                <Notice tone="warn">{warning}</Notice>
              </div>
            ))
          : null}
        <Card className="mt-4 grid gap-x-4 gap-y-5 p-5 sm:grid-cols-2">
          {RIGHTS.map((right) => (
            <SavedAudiencePicker
              key={right}
              tenantId={tenant.id}
              products={products}
              roles={roles}
              hasAuthor={right !== 'add'}
              hasTeam={table.team_scoped}
              label={LABELS[right]}
              without={WITHOUT[right]}
              value={table[right]}
              offers={offersFor(right, table.team_scoped)}
              onOffer={(rule) => save({ [right]: rule })}
              onChange={(id) => save({ [right]: id })}
            />
          ))}
        </Card>
        <div className="mt-5 flex flex-col gap-4">
          <Setting
            id="approval"
            title="Rows wait for approval"
            text="What visitors add or change is shown to others after you approve it. They see their own rows at once."
            checked={table.approval}
            busy={change.isPending && change.variables.approval !== undefined}
            onChange={(approval) => save({ approval })}
          />
          <Setting
            id="team"
            title="Rows belong to teams"
            badge="Business"
            text="A row belongs to the team that its author acts for, and rights can open to that team alone."
            checked={table.team_scoped}
            busy={change.isPending && change.variables.team_scoped !== undefined}
            onChange={(team_scoped) => save({ team_scoped })}
          />
        </div>
      </section>
      <StrangerCheck key={table.revision} tenant={tenant} table={table} rules={rules} />
    </div>
  )
}

function Setting(props: {
  id: string
  title: string
  badge?: string
  text: string
  checked: boolean
  busy: boolean
  onChange: (checked: boolean) => void
}) {
  const { id, title, badge, text, checked, busy, onChange } = props
  return (
    <div className="flex items-center justify-between gap-4">
      <div>
        <p className="flex flex-wrap items-center gap-2 text-small font-label">
          <span id={`setting-${id}`}>{title}</span>
          {badge ? <Badge tone="outline">{badge}</Badge> : null}
        </p>
        <p className="text-caption text-text-3">{text}</p>
      </div>
      <Switch aria-labelledby={`setting-${id}`} checked={checked} busy={busy} onCheckedChange={onChange} />
    </div>
  )
}
