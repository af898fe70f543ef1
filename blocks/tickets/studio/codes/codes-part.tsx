import { Download, Ellipsis, Plus, TicketPercent } from 'lucide-react'
import { useState } from 'react'
import { saveCsv } from '#kernel/browser/save-file.ts'
import { inZone } from '#kernel/browser/local.ts'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { Badge } from '#ui/base/badge.tsx'
import { Button } from '#ui/button.tsx'
import { useCopy } from '#ui/code/use-copy.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { ListFrame } from '#ui/lists/list-frame.tsx'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { Table } from '#ui/lists/table.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Menu, MenuItem } from '#ui/overlays/menu.tsx'
import { BusinessNotice, useBusinessLock } from '../business-notice.tsx'
import type { EventRow } from '../events/event-rows.ts'
import { type CodeRow, codesCsv, codeState, doesText } from './code-draft.ts'
import { CodeDialog } from './code-dialog.tsx'
import { useCodes, useEndCode } from './use-codes.ts'

/** Codes of an event: what each does and how often it was used. */
export default function CodesPart({ tenant, event }: { tenant: TenantRow; event: EventRow }) {
  const of = { tenantId: tenant.id, eventId: event.id }
  const isLocked = useBusinessLock(tenant)
  const { data: codes, isError, isFetching, refetch } = useCodes(of)
  const [isAdding, setAdding] = useState(false)
  const [ending, setEnding] = useState<CodeRow>()
  const end = useEndCode(of)
  const add = (
    <Button
      variant="primary"
      icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
      disabledReason={
        event.state === 'canceled'
          ? 'The event is canceled.'
          : isLocked && 'Codes need Business in live mode.'
      }
      onClick={() => setAdding(true)}
    >
      New code
    </Button>
  )
  return (
    <section aria-label="Codes" className="flex flex-col gap-4">
      {isLocked ? <BusinessNotice what="codes" /> : null}
      {codes?.length ? (
        <div className="flex flex-wrap items-center gap-3">
          <p className="text-text-2 tabular-nums">{summary(codes)}</p>
          <span className="inline-flex gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-2 sm:ms-auto">
            <Button
              icon={<Download size={16} strokeWidth={1.75} aria-hidden />}
              onClick={() => saveCsv(`codes-${event.id.slice(0, 8)}.csv`, codesCsv(codes, event))}
            >
              Export CSV
            </Button>
            {add}
          </span>
        </div>
      ) : null}
      <ListFrame
        loading={!codes}
        skeleton={<RowsSkeleton rows={3} />}
        failed={isError && 'The codes could not be loaded.'}
        busy={isFetching}
        onRetry={() => void refetch()}
        empty={
          codes?.length === 0 ? (
            <EmptyState
              icon={<TicketPercent size={22} strokeWidth={1.75} aria-hidden />}
              title="No codes yet"
              text="A code lowers prices for those who enter it, or shows them tickets that others do not see. Make one, or hundreds at once that work once each."
              actions={add}
            />
          ) : undefined
        }
      >
        <Table
          label="Codes"
          rows={codes ?? []}
          rowKey={({ id }) => id}
          columns={[
            {
              title: 'Code',
              phone: 'title',
              render: ({ code }) => <span className="font-mono wrap-anywhere">{code}</span>,
            },
            {
              title: 'What it does',
              quiet: true,
              phone: 'detail',
              render: (code) => <span className="wrap-anywhere">{doesText(code, event)}</span>,
            },
            {
              title: 'Used',
              align: 'right',
              phone: 'aside',
              render: ({ used, held, most }) => (
                <span className="tabular-nums">
                  {used.toLocaleString('en-US')}
                  {most === null ? '' : ` of ${most.toLocaleString('en-US')}`}
                  {/* On a phone the heads of the columns are not visible. */}
                  <span className="text-text-3 sm:sr-only"> used</span>
                  {held > 0 ? <span className="text-text-3">, {held} in carts</span> : null}
                </span>
              ),
            },
            {
              title: 'State',
              phone: 'badge',
              render: (code) => (
                <span className="inline-flex items-center gap-1">
                  <CodeStateBadge code={code} zone={event.zone} />
                  {/* On a phone the column of actions is hidden. */}
                  <span className="sm:hidden">
                    <CodeMenu code={code} onEnd={() => setEnding(code)} />
                  </span>
                </span>
              ),
            },
            {
              title: 'Actions',
              align: 'right',
              phone: 'hidden',
              render: (code) => <CodeMenu code={code} onEnd={() => setEnding(code)} />,
            },
          ]}
        />
      </ListFrame>
      {isAdding ? <CodeDialog of={of} event={event} onClose={() => setAdding(false)} /> : null}
      <ConfirmDialog
        open={ending !== undefined}
        onOpenChange={(open) => (open ? undefined : setEnding(undefined))}
        title={ending && ending.used + ending.held > 0 ? `End ${ending.code}?` : `Delete ${ending?.code}?`}
        confirmLabel={ending && ending.used + ending.held > 0 ? 'End code' : 'Delete'}
        busy={end.isPending}
        busyLabel="Saving..."
        onConfirm={() => end.mutate(ending!, { onSettled: () => setEnding(undefined) })}
      >
        {ending && ending.used + ending.held > 0
          ? 'No one can enter it any more. Carts that have it keep their prices, and the list keeps it with its number.'
          : 'No one has used it.'}
      </ConfirmDialog>
    </section>
  )
}

function summary(codes: readonly CodeRow[]): string {
  const used = codes.reduce((sum, code) => sum + code.used, 0)
  return `${codes.length.toLocaleString('en-US')} ${codes.length === 1 ? 'code' : 'codes'}, used for ${used.toLocaleString('en-US')} ${used === 1 ? 'ticket' : 'tickets'}`
}

function CodeStateBadge({ code, zone }: { code: CodeRow; zone: string }) {
  const state = codeState(code)
  if (state === 'ended') return <Badge>Ended</Badge>
  if (state === 'used up') return <Badge tone="warn">Used up</Badge>
  return (
    <span>
      <Badge dot="ok">Open</Badge>
      {code.until_at ? (
        <span className="block text-caption text-text-3">
          until{' '}
          {inZone(code.until_at, zone, {
            day: 'numeric',
            month: 'short',
            hour: '2-digit',
            minute: '2-digit',
          })}
        </span>
      ) : null}
    </span>
  )
}

function CodeMenu({ code, onEnd }: { code: CodeRow; onEnd: () => void }) {
  const { copy } = useCopy()
  const isUsed = code.used + code.held > 0
  return (
    <Menu
      trigger={
        <IconButton
          label={`More for ${code.code}`}
          icon={<Ellipsis size={16} strokeWidth={1.75} aria-hidden />}
        />
      }
    >
      <MenuItem onSelect={() => void copy(code.code)}>Copy code</MenuItem>
      {isUsed && codeState(code) === 'ended' ? null : (
        <MenuItem tone="danger" onSelect={onEnd}>
          {isUsed ? 'End code' : 'Delete'}
        </MenuItem>
      )}
    </Menu>
  )
}
