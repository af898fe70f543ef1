import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callErrorText } from '#kernel/browser/call.ts'
import {
  addDevice,
  readSheetAsStaff,
  revokeDevice,
  type SheetConflict,
} from '#blocks/tickets/endpoints-door.ts'
import { call } from '#studio/data/api.ts'
import { db, rowsOf } from '#studio/data/data.ts'
import { toast } from '#ui/toasts/toast.ts'

export interface DeviceRow {
  id: string
  list_id: string
  name: string
  paired_at: string | null
  revoked_at: string | null
  created_at: string
}

/** A list of tickets that its devices admit. */
export interface Gate {
  id: string
  name: string
  /** Empty for all types. */
  type_ids: string[]
  devices: DeviceRow[]
}

/** What was admitted at a gate. */
export interface GateNumbers {
  admitted: number
  sold: number
  conflicts: SheetConflict[]
}

const gatesKey = (tenantId: string) => ['check-in', tenantId]

/** The gates of an event with their devices, oldest first. */
export const useGates = (tenantId: string, eventId: string | undefined) =>
  useQuery({
    queryKey: [...gatesKey(tenantId), eventId],
    enabled: eventId !== undefined,
    refetchInterval: 30_000,
    async queryFn(): Promise<Gate[]> {
      const gates = rowsOf(
        await db
          .from('checkin_lists')
          .select('id, name, type_ids')
          .eq('tenant_id', tenantId)
          .eq('event_id', eventId!)
          .order('created_at')
          .order('id'),
      ) as Omit<Gate, 'devices'>[]
      if (gates.length === 0) return []
      const devices = rowsOf(
        await db
          .from('checkin_devices')
          .select('id, list_id, name, paired_at, revoked_at, created_at')
          .eq('tenant_id', tenantId)
          .in(
            'list_id',
            gates.map(({ id }) => id),
          )
          .order('created_at')
          .order('id'),
      ) as DeviceRow[]
      return gates.map((gate) => ({ ...gate, devices: devices.filter(({ list_id }) => list_id === gate.id) }))
    },
  })

/** Counts the sheet of a gate: the same one that its devices have. */
export const useGateNumbers = (tenantId: string, listId: string) =>
  useQuery({
    queryKey: [...gatesKey(tenantId), 'numbers', listId],
    refetchInterval: 30_000,
    async queryFn(): Promise<GateNumbers> {
      const { tickets, conflicts } = await call(readSheetAsStaff, { tenantId, listId })
      return { sold: tickets.length, admitted: tickets.filter(({ used_at }) => used_at).length, conflicts }
    },
  })

/** A change of gates or devices. @param failure message if the server says nothing */
function useGateChange<Input, Output>(
  tenantId: string,
  change: (input: Input) => Promise<Output>,
  failure: string,
  onDone?: (output: Output) => void,
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    ...(onDone && { onSuccess: onDone }),
    onError: (error) => toast.error('Error', callErrorText(error, failure)),
    onSettled: () => queries.invalidateQueries({ queryKey: gatesKey(tenantId) }),
  })
}

export interface GateDraft {
  id?: string | undefined
  event_id: string
  name: string
  type_ids: string[]
}

/** Adds a gate, or changes the one with this id. */
export const useSaveGate = (tenantId: string, onSaved: () => void) =>
  useGateChange(
    tenantId,
    async ({ id, event_id, ...values }: GateDraft) => {
      const gates = db.from('checkin_lists')
      rowsOf(
        id === undefined
          ? await gates.insert({ tenant_id: tenantId, event_id, ...values }).select('id')
          : await gates.update(values).eq('tenant_id', tenantId).eq('id', id).select('id'),
      )
    },
    'The gate could not be saved',
    onSaved,
  )

export const useDeleteGate = (tenantId: string, onDeleted: () => void) =>
  useGateChange(
    tenantId,
    async (id: string) => {
      rowsOf(await db.from('checkin_lists').delete().eq('tenant_id', tenantId).eq('id', id).select('id'))
    },
    'The gate could not be deleted',
    onDeleted,
  )

/** Makes a device with the code of its link, which is shown once. */
export const useAddDevice = (tenantId: string, listId: string) =>
  useGateChange(
    tenantId,
    (name: string) => call(addDevice, { tenantId, listId, name }),
    'The link could not be made',
  )

export const useRevokeDevice = (tenantId: string, onRevoked: () => void) =>
  useGateChange(
    tenantId,
    (deviceId: string) => call(revokeDevice, { tenantId, deviceId }),
    'The device could not be revoked',
    () => {
      toast.success('Device revoked')
      onRevoked()
    },
  )
