import { BookOpenText, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { formatAgo } from '#kernel/browser/relative-time.ts'
import { useOpenRow } from '#studio/routing/use-open-row.ts'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import type { StaffAssistant, StaffSource } from '#blocks/prompt/endpoints-studio.ts'
import type { SourceKind } from '#blocks/prompt/endpoints.ts'
import { Button } from '#ui/button.tsx'
import { lazy } from '#ui/lazy.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { ListFrame } from '#ui/lists/list-frame.tsx'
import { rowSteps } from '#ui/lists/row-steps.ts'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { Table } from '#ui/lists/table.tsx'
import { Menu, MenuItem } from '#ui/overlays/menu.tsx'
import { KindIcon, KINDS } from './source-kinds.tsx'
import { KIND_LIST } from './source-list.ts'
import { SourcePanel } from './source-panel.tsx'
import { readText, SourceState } from './source-state.tsx'
import { useSources } from './use-sources.ts'

const SourceDialog = lazy(() => import('./source-dialog.tsx'), 'over')

/** What an assistant knows. */
export default function SourcesPart({ tenant, assistant }: { tenant: TenantRow; assistant: StaffAssistant }) {
  const { data, isError, isFetching, refetch } = useSources(tenant.id, assistant.id)
  const { openId, open, close } = useOpenRow('source')
  const [edited, setEdited] = useState<{ kind: SourceKind; source?: StaffSource }>()
  const sources = data?.sources ?? []
  const source = sources.find(({ id }) => id === openId)
  const isFull = data !== undefined && sources.length >= data.most
  const add = (
    <AddSource
      disabledReason={isFull && `An assistant has at most ${data.most} sources.`}
      onChoose={(kind) => setEdited({ kind })}
    />
  )
  return (
    <>
      {sources.length > 0 ? (
        <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
          <p className="text-text-2 tabular-nums">{summaryOf(sources)}</p>
          {add}
        </div>
      ) : null}
      <ListFrame
        loading={!data}
        skeleton={<RowsSkeleton rows={4} />}
        failed={isError && 'The sources could not be loaded.'}
        busy={isFetching}
        onRetry={() => void refetch()}
        empty={
          sources.length === 0 ? (
            <EmptyState
              level={3}
              icon={<BookOpenText size={22} strokeWidth={1.75} aria-hidden />}
              title="It knows nothing yet"
              text="Add the first source. Your website is a good start: its pages are read within minutes."
              actions={add}
            />
          ) : undefined
        }
      >
        <SourcesTable sources={sources} onOpen={open} />
      </ListFrame>
      {source ? (
        <SourcePanel
          tenantId={tenant.id}
          source={source}
          steps={rowSteps(
            sources.map(({ id }) => id),
            source.id,
            open,
          )}
          onEdit={() => setEdited({ kind: source.kind, source })}
          onClose={close}
        />
      ) : null}
      {edited ? (
        <Suspense>
          <SourceDialog
            tenant={tenant}
            assistant={assistant}
            kind={edited.kind}
            source={edited.source}
            onClose={() => setEdited(undefined)}
          />
        </Suspense>
      ) : null}
    </>
  )
}

function AddSource(props: { disabledReason: string | false; onChoose: (kind: SourceKind) => void }) {
  return (
    <Menu
      align="start"
      trigger={
        <Button
          variant="primary"
          icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
          disabledReason={props.disabledReason}
        >
          Add a source
        </Button>
      }
    >
      {KIND_LIST.map((kind) => (
        <MenuItem key={kind} icon={<KindIcon kind={kind} />} onSelect={() => props.onChoose(kind)}>
          {KINDS[kind].name}
        </MenuItem>
      ))}
    </Menu>
  )
}

function SourcesTable(props: { sources: readonly StaffSource[]; onOpen: (id: string) => void }) {
  return (
    <Table
      label="Sources"
      rows={props.sources}
      rowKey={({ id }) => id}
      columns={[
        {
          title: 'Source',
          phone: 'title',
          render: ({ id, kind, title }) => (
            <span className="flex items-start gap-2.5">
              <span className="mt-0.5">
                <KindIcon kind={kind} />
              </span>
              <span className="min-w-0 wrap-anywhere">
                <button type="button" className="bb-row-open" onClick={() => props.onOpen(id)}>
                  {title}
                </button>
                <span className="block text-caption font-normal text-text-3">{KINDS[kind].name}</span>
              </span>
            </span>
          ),
        },
        {
          title: 'Read',
          phone: 'detail',
          quiet: true,
          render: (source) => <span className="tabular-nums">{readText(source)}</span>,
        },
        {
          title: 'Last read',
          phone: 'hidden',
          quiet: true,
          render: ({ kind, synced_at: at }) =>
            at && !KINDS[kind].isLive ? <span className="whitespace-nowrap">{formatAgo(at)}</span> : '–',
        },
        { title: 'State', phone: 'badge', render: (source) => <SourceState source={source} /> },
      ]}
    />
  )
}

function summaryOf(sources: readonly StaffSource[]): string {
  const passages = sources.reduce((sum, source) => sum + source.passages, 0)
  return `${sources.length} ${sources.length === 1 ? 'source' : 'sources'}, ${passages.toLocaleString('en-US')} ${passages === 1 ? 'passage' : 'passages'}`
}
