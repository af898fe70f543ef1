import { Plus, SearchX, UsersRound } from 'lucide-react'
import { Suspense, useCallback, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { formatDate } from '#kernel/browser/dates.ts'
import { SEARCH_MAX } from '#kernel/browser/list-view.ts'
import { showPaywall } from '#studio/plan/paywall.ts'
import { useLacksBusiness } from '#studio/plan/use-lacks-business.ts'
import { useOpenRow } from '#studio/routing/use-open-row.ts'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { Badge } from '#ui/base/badge.tsx'
import { Button } from '#ui/button.tsx'
import { SearchInput } from '#ui/forms/search-input.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import { lazy } from '#ui/lazy.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { ListFrame } from '#ui/lists/list-frame.tsx'
import { rowSteps } from '#ui/lists/row-steps.ts'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { Table } from '#ui/lists/table.tsx'
import { useDebouncedSearch } from '#ui/use-debounced-search.ts'
import type { Team } from '../endpoints-studio.ts'
import { TeamDialog } from './team-dialog.tsx'
import { useChangeTeamSettings, useTeams, useTeamSettings } from './use-teams.ts'

const TeamPanel = lazy(() => import('./team-panel.tsx'), 'over')
const PAGE = 25

/** A tenant's teams, with search in the URL, and the panel of one team. */
export default function TeamsSection({ tenant }: { tenant: TenantRow }) {
  const tenantId = tenant.id
  const lacksBusiness = useLacksBusiness(tenant)
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const q = query.get('q')?.trim().slice(0, SEARCH_MAX) ?? ''
  const [shown, setShown] = useState(PAGE)
  const [isCreating, setIsCreating] = useState(false)
  const { openId, open, close } = useOpenRow('team')
  const { data, isError, isFetching, isPlaceholderData, refetch } = useTeams(tenantId, q, shown)
  const search = useCallback(
    (next: string) => {
      const to = new URLSearchParams(query)
      if (next) to.set('q', next)
      else to.delete('q')
      void navigate({ search: to.size ? `?${to}` : '' }, { replace: true, preventScrollReset: true })
    },
    [navigate, query],
  )
  const [typed, type] = useDebouncedSearch(q, search)
  const create = (
    <Button
      icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
      onClick={() =>
        lacksBusiness ? showPaywall('Teams come with the Business plan.') : setIsCreating(true)
      }
    >
      New team
    </Button>
  )

  return (
    <section aria-labelledby="teams-title">
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <h2 id="teams-title" className="text-subheading">
          Teams
        </h2>
        <Badge tone="outline">Business</Badge>
        {data?.teams.length ? <span className="ml-auto">{create}</span> : null}
      </div>
      <MembersCreate tenantId={tenantId} />
      {data?.teams.length || q ? (
        <div className="mb-3 md:max-w-80">
          <SearchInput
            label="Search teams"
            placeholder="Team, member’s email or ID"
            maxLength={SEARCH_MAX}
            value={typed}
            onValueChange={type}
          />
        </div>
      ) : null}
      <ListFrame
        loading={!data}
        skeleton={<RowsSkeleton rows={5} />}
        failed={isError && 'The teams could not be loaded.'}
        busy={data ? isPlaceholderData : isFetching}
        onRetry={() => void refetch()}
        empty={
          data?.teams.length === 0 ? (
            q ? (
              <EmptyState
                icon={<SearchX size={22} strokeWidth={1.75} aria-hidden />}
                title="No teams found"
                text={`No team matches “${q}”.`}
                actions={<Button onClick={() => type('')}>Clear search</Button>}
              />
            ) : (
              <EmptyState
                icon={<UsersRound size={22} strokeWidth={1.75} aria-hidden />}
                title="No teams yet"
                text="Members of a team share access: one of them buys seats, and the others use them. Create one here, or let members create their own in the team block."
                actions={create}
              />
            )
          ) : undefined
        }
        onMore={data?.more && (() => setShown(shown + PAGE))}
      >
        {data ? <TeamsTable teams={data.teams} onOpen={open} /> : null}
      </ListFrame>
      {isCreating ? (
        <TeamDialog
          tenantId={tenantId}
          onClose={() => setIsCreating(false)}
          onCreated={(id) => {
            setIsCreating(false)
            open(id)
          }}
        />
      ) : null}
      {openId ? (
        <Suspense>
          <TeamPanel
            tenantId={tenantId}
            teamId={openId}
            onClose={close}
            steps={rowSteps(data?.teams.map(({ id }) => id) ?? [], openId, open)}
          />
        </Suspense>
      ) : null}
    </section>
  )
}

function MembersCreate({ tenantId }: { tenantId: string }) {
  const settings = useTeamSettings(tenantId)
  const change = useChangeTeamSettings(tenantId)
  return (
    <div className="mb-4 flex items-center justify-between gap-4">
      <div>
        <p className="text-small font-label" id="members-create">
          Members can create teams
        </p>
        <p className="text-caption text-text-3">
          On your site, in the team block. You can always create teams here.
        </p>
      </div>
      <Switch
        aria-labelledby="members-create"
        checked={settings.data?.members_create ?? false}
        disabled={!settings.data}
        busy={change.isPending}
        onCheckedChange={(checked) => change.mutate(checked)}
      />
    </div>
  )
}

function TeamsTable({ teams, onOpen }: { teams: readonly Team[]; onOpen: (id: string) => void }) {
  return (
    <Table
      label="Teams"
      rows={teams}
      rowKey={({ id }) => id}
      columns={[
        {
          title: 'Team',
          phone: 'title',
          render: ({ id, name, invitations }) => (
            <span className="flex flex-wrap items-center gap-x-2 gap-y-1 wrap-anywhere">
              <button type="button" className="bb-row-open" onClick={() => onOpen(id)}>
                {name}
              </button>
              {invitations ? <Badge tone="neutral">{`${invitations} invited`}</Badge> : null}
            </span>
          ),
        },
        {
          title: 'Created',
          phone: 'hidden',
          quiet: true,
          render: ({ created_at }) => <span className="whitespace-nowrap">{formatDate(created_at)}</span>,
        },
        { title: 'Seats', phone: 'hidden', align: 'right', render: ({ seats }) => seats || 'None' },
        {
          title: 'Members',
          phone: 'aside',
          align: 'right',
          render: ({ members }) => members,
        },
      ]}
    />
  )
}
