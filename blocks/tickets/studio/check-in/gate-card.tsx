import { Ellipsis, QrCode as QrIcon } from 'lucide-react'
import { useState } from 'react'
import { formatDateTime } from '#kernel/browser/dates.ts'
import { type TenantRow, mayWith } from '#studio/tenant/tenants.ts'
import { Badge } from '#ui/base/badge.tsx'
import '#ui/base/card.css'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Table } from '#ui/lists/table.tsx'
import { Notice } from '#ui/notice.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Menu, MenuItem } from '#ui/overlays/menu.tsx'
import { Progress } from '#ui/progress.tsx'
import type { EventRow } from '../events/event-rows.ts'
import { GateDialog } from './gate-dialog.tsx'
import { HandOutDialog } from './hand-out-dialog.tsx'
import { type DeviceRow, type Gate, useDeleteGate, useGateNumbers, useRevokeDevice } from './use-gates.ts'

export interface GateCardProps {
  tenant: TenantRow
  event: EventRow
  gate: Gate
}

/** One gate: how many are in, its devices, and the way to a new one. */
export function GateCard({ tenant, event, gate }: GateCardProps) {
  const [open, setOpen] = useState<'hand-out' | 'edit' | 'delete'>()
  const close = () => setOpen(undefined)
  const remove = useDeleteGate(tenant.id, close)
  return (
    <section className="bb-card p-5" aria-label={gate.name}>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-subheading wrap-anywhere">{gate.name}</h2>
          <p className="text-small text-text-2 wrap-anywhere">{typesText(gate, event)}</p>
        </div>
        <div className="flex items-center gap-2">
          <Button
            variant="primary"
            icon={<QrIcon size={16} strokeWidth={1.75} aria-hidden />}
            disabledReason={!tenant.public_key && 'The tenant is being created.'}
            onClick={() => setOpen('hand-out')}
          >
            Hand out a link
          </Button>
          {mayWith(tenant, 'content') ? (
            <Menu
              trigger={
                <IconButton
                  label={`More for ${gate.name}`}
                  icon={<Ellipsis size={16} strokeWidth={1.75} aria-hidden />}
                />
              }
            >
              <MenuItem onSelect={() => setOpen('edit')}>Edit gate</MenuItem>
              <MenuItem tone="danger" onSelect={() => setOpen('delete')}>
                Delete gate
              </MenuItem>
            </Menu>
          ) : null}
        </div>
      </div>
      <Numbers tenantId={tenant.id} gate={gate} />
      <Devices tenantId={tenant.id} devices={gate.devices} />
      {open === 'hand-out' ? <HandOutDialog tenant={tenant} gate={gate} onClose={close} /> : null}
      {open === 'edit' ? <GateDialog tenantId={tenant.id} event={event} gate={gate} onClose={close} /> : null}
      <ConfirmDialog
        open={open === 'delete'}
        onOpenChange={(isOpen) => (isOpen ? undefined : close())}
        title={`Delete ${gate.name}?`}
        confirmLabel="Delete gate"
        busy={remove.isPending}
        busyLabel="Deleting..."
        onConfirm={() => remove.mutate(gate.id)}
      >
        Its devices can no longer scan, and its admissions are deleted. The tickets stay valid for other
        gates.
      </ConfirmDialog>
    </section>
  )
}

function typesText({ type_ids }: Gate, { types }: EventRow): string {
  if (type_ids.length === 0) return 'Every type of ticket'
  const names = types.filter(({ id }) => type_ids.includes(id)).map(({ name }) => name)
  return names.length > 0 ? names.join(', ') : 'Types that were deleted'
}

function Numbers({ tenantId, gate }: { tenantId: string; gate: Gate }) {
  const { data, isError } = useGateNumbers(tenantId, gate.id)
  const conflicts = data?.conflicts ?? []
  return (
    <>
      <p className="mt-4 mb-1.5 text-text-2 tabular-nums" aria-live="polite">
        {data ? (
          <>
            <span className="font-label text-text">{data.admitted.toLocaleString('en-US')}</span> of{' '}
            {data.sold.toLocaleString('en-US')} admitted
          </>
        ) : isError ? (
          'The numbers could not be loaded.'
        ) : (
          'Counting...'
        )}
      </p>
      <Progress
        label={`Admitted at ${gate.name}`}
        tone="ok"
        value={data && data.sold > 0 ? data.admitted / data.sold : 0}
      />
      {conflicts.length > 0 ? (
        <div className="mt-4">
          <Notice
            tone="warn"
            title={`${conflicts.length === 1 ? 'One ticket was' : `${conflicts.length} tickets were`} admitted twice`}
          >
            <ul>
              {conflicts.map(({ holder_name, first, second }) => (
                <li key={second.scan_id}>
                  {holder_name ?? 'A guest without a name'}: by {first.device ?? 'staff'} at{' '}
                  {formatDateTime(first.at)}, and by {second.device ?? 'staff'} at {formatDateTime(second.at)}
                  .
                </li>
              ))}
            </ul>
          </Notice>
        </div>
      ) : null}
    </>
  )
}

function Devices({ tenantId, devices }: { tenantId: string; devices: readonly DeviceRow[] }) {
  const [revoking, setRevoking] = useState<DeviceRow>()
  const revoke = useRevokeDevice(tenantId, () => setRevoking(undefined))
  if (devices.length === 0)
    return <p className="mt-4 text-text-2">No devices yet. Hand out a link to each phone at this gate.</p>
  return (
    <div className="mt-4">
      <Table
        label="Devices"
        rows={devices}
        rowKey={({ id }) => id}
        columns={[
          {
            title: 'Device',
            phone: 'title',
            render: ({ name }) => <span className="wrap-anywhere">{name}</span>,
          },
          { title: 'State', phone: 'badge', render: (row) => <DeviceState row={row} /> },
          {
            title: 'Since',
            quiet: true,
            phone: 'detail',
            render: ({ paired_at, created_at }) => formatDateTime(paired_at ?? created_at),
          },
          {
            title: 'Actions',
            align: 'right',
            phone: 'aside',
            render: (row) =>
              row.revoked_at ? null : (
                <Button
                  size="small"
                  tone="danger"
                  aria-label={`Revoke ${row.name}`}
                  onClick={() => setRevoking(row)}
                >
                  Revoke
                </Button>
              ),
          },
        ]}
      />
      <ConfirmDialog
        open={revoking !== undefined}
        onOpenChange={(isOpen) => (isOpen ? undefined : setRevoking(undefined))}
        title={`Revoke ${revoking?.name ?? 'device'}?`}
        confirmLabel="Revoke device"
        busy={revoke.isPending}
        busyLabel="Revoking..."
        onConfirm={() => revoke.mutate(revoking!.id)}
      >
        It is shut out with its next scan, and removes its guest list when it is online. What it admitted
        without network and has not sent yet is lost.
      </ConfirmDialog>
    </div>
  )
}

function DeviceState({ row: { paired_at, revoked_at } }: { row: DeviceRow }) {
  if (revoked_at) return <Badge>Revoked</Badge>
  return paired_at ? <Badge dot="ok">Ready</Badge> : <Badge dot="warn">Link not opened</Badge>
}
