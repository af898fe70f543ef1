import { MessagesSquare, SearchX } from 'lucide-react'
import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { formatAgo } from '#kernel/browser/relative-time.ts'
import { useOpenRow } from '#studio/routing/use-open-row.ts'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import type { StaffConversation } from '#blocks/prompt/endpoints-studio.ts'
import { Badge } from '#ui/base/badge.tsx'
import { Button } from '#ui/button.tsx'
import { SearchInput } from '#ui/forms/search-input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { Example } from '#ui/lists/example.tsx'
import { ListFrame } from '#ui/lists/list-frame.tsx'
import { rowSteps } from '#ui/lists/row-steps.ts'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { Table } from '#ui/lists/table.tsx'
import { useDebouncedSearch } from '#ui/use-debounced-search.ts'
import { costText } from '../cost.ts'
import { askerOf } from './asker.ts'
import { ConversationPanel } from './conversation-panel.tsx'
import { type Shown, useConversations } from './use-conversations.ts'

const MOST_OF_SEARCH = 200
const FILTERS: readonly { value: Shown; label: string }[] = [
  { value: '', label: 'All conversations' },
  { value: 'bad', label: 'Rated not helpful' },
  { value: 'good', label: 'Rated helpful' },
  { value: 'refused', label: 'With a refusal' },
  { value: 'failed', label: 'With an error' },
]

/** What visitors asked, and what they got. */
export default function ConversationsTab({ tenant }: { tenant: TenantRow }) {
  const [query, setQuery] = useSearchParams()
  const q = (query.get('q') ?? '').trim().slice(0, MOST_OF_SEARCH)
  const show = FILTERS.find(({ value }) => value === query.get('show'))?.value ?? ''
  const set = useCallback(
    (name: 'q' | 'show', value: string) =>
      setQuery(
        (now) => {
          const next = new URLSearchParams(now)
          if (value) next.set(name, value)
          else next.delete(name)
          return next
        },
        { replace: true },
      ),
    [setQuery],
  )
  const search = useCallback((text: string) => set('q', text), [set])
  const [typed, type] = useDebouncedSearch(q, search)
  const list = useConversations(tenant.id, { q, show })
  const { openId, open, close } = useOpenRow('conversation')
  const rows = list.data ?? []
  const conversation = rows.find(({ id }) => id === openId)
  const isFiltered = q !== '' || show !== ''
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <div className="min-w-40 flex-1 max-sm:basis-full md:max-w-80">
          <SearchInput
            label="Search conversations"
            placeholder="Words of a question or an answer"
            maxLength={MOST_OF_SEARCH}
            value={typed}
            onValueChange={type}
          />
        </div>
        <Select
          aria-label="Filter conversations"
          options={FILTERS}
          value={show}
          onChange={({ currentTarget: { value } }) => set('show', value)}
        />
      </div>
      <ListFrame
        loading={!list.data}
        skeleton={<RowsSkeleton rows={5} />}
        failed={list.isError && 'The conversations could not be loaded.'}
        busy={list.isFetching}
        onRetry={() => void list.refetch()}
        onMore={list.hasNextPage && (() => void list.fetchNextPage())}
        empty={
          rows.length > 0 ? undefined : isFiltered ? (
            <NoMatch onAll={() => setQuery({})} />
          ) : (
            <NoConversations />
          )
        }
      >
        <ConversationsTable conversations={rows} onOpen={open} />
      </ListFrame>
      {conversation ? (
        <ConversationPanel
          key={conversation.id}
          tenantId={tenant.id}
          conversation={conversation}
          steps={rowSteps(
            rows.map(({ id }) => id),
            conversation.id,
            open,
          )}
          onClose={close}
        />
      ) : null}
    </>
  )
}

function ConversationsTable(props: {
  conversations: readonly StaffConversation[]
  onOpen?: (id: string) => void
}) {
  return (
    <Table
      label="Conversations"
      rows={props.conversations}
      rowKey={({ id }) => id}
      columns={[
        {
          title: 'First question',
          phone: 'title',
          render: ({ id, title }) => (
            <button type="button" className="bb-row-open wrap-anywhere" onClick={() => props.onOpen?.(id)}>
              {title}
            </button>
          ),
        },
        {
          title: 'Asked by',
          phone: 'detail',
          quiet: true,
          render: (conversation) => <span className="wrap-anywhere">{askerOf(conversation)}</span>,
        },
        {
          title: 'Questions',
          phone: 'hidden',
          align: 'right',
          quiet: true,
          render: ({ messages }) => <span className="tabular-nums">{messages}</span>,
        },
        {
          title: 'Cost',
          phone: 'hidden',
          align: 'right',
          quiet: true,
          render: ({ cost }) => <span className="tabular-nums">{costText(cost)}</span>,
        },
        {
          title: 'Last',
          phone: 'aside',
          quiet: true,
          render: ({ last_at: at }) => <span className="whitespace-nowrap">{formatAgo(at)}</span>,
        },
        { title: 'Result', phone: 'badge', render: (conversation) => <Result {...conversation} /> },
      ]}
    />
  )
}

/** What deserves a look first. */
function Result({ bad, good, refused }: StaffConversation) {
  if (bad > 0) return <Badge dot="danger">Not helpful</Badge>
  if (refused > 0) return <Badge dot="warn">{refused === 1 ? 'Refused' : `${refused} refused`}</Badge>
  return good > 0 ? <Badge dot="ok">Helpful</Badge> : null
}

function NoMatch({ onAll }: { onAll: () => void }) {
  return (
    <EmptyState
      level={2}
      icon={<SearchX size={22} strokeWidth={1.75} aria-hidden />}
      title="No conversation matches"
      text="Try fewer words, or remove the filter."
      actions={<Button onClick={onAll}>Show all conversations</Button>}
    />
  )
}

function NoConversations() {
  return (
    <>
      <EmptyState
        level={2}
        icon={<MessagesSquare size={22} strokeWidth={1.75} aria-hidden />}
        title="No conversations yet"
        text="Here you read what visitors ask, and which questions your sources do not answer."
      />
      <Example caption="Example, with made-up questions">
        <ConversationsTable conversations={EXAMPLE} />
      </Example>
    </>
  )
}

const made = (place: number, title: string, more: Partial<StaffConversation>): StaffConversation => ({
  id: String(place),
  assistant_id: '',
  title,
  member: null,
  messages: 2,
  good: 0,
  bad: 0,
  refused: 0,
  tokens: 5200,
  cost: 2100,
  at: new Date().toISOString(),
  last_at: new Date().toISOString(),
  ...more,
})
const EXAMPLE = [
  made(1, 'When are you open on Sundays?', { good: 1 }),
  made(2, 'Which breads have no nuts?', {
    member: { id: '', email: 'ines@example.com' },
    messages: 4,
    cost: 4300,
  }),
  made(3, 'Do you deliver to Hamburg?', { refused: 1, messages: 1, cost: 0 }),
]
