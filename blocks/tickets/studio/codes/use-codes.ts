import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { DataError, db, rowsOf } from '#studio/data/data.ts'
import { toast } from '#ui/toasts/toast.ts'
import { reportFailure } from '../events/use-events.ts'
import type { CodeRow, codeRows } from './code-draft.ts'

const COLUMNS = 'id, code, kind, value, type_ids, most, held, used, from_at, until_at'

interface OfEvent {
  tenantId: string
  eventId: string
}

const codesKey = ({ tenantId, eventId }: OfEvent) => ['ticket-codes', tenantId, eventId]

export const useCodes = (of: OfEvent) =>
  useQuery({
    queryKey: codesKey(of),
    queryFn: async () =>
      rowsOf(
        await db
          .from('ticket_codes')
          .select(COLUMNS)
          .eq('tenant_id', of.tenantId)
          .eq('event_id', of.eventId)
          .order('id', { ascending: false })
          .limit(5000),
      ) as CodeRow[],
    refetchInterval: 30_000,
  })

/** Codes of an event have one spelling each. */
const isTaken = (error: unknown) => error instanceof DataError && error.code === '23505'

/** Stores one code or several: all or none. */
export function useAddCodes(of: OfEvent, onAdded: (codes: string[]) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (rows: ReturnType<typeof codeRows>) =>
      rowsOf(
        await db
          .from('ticket_codes')
          .insert(rows.map((row) => ({ tenant_id: of.tenantId, event_id: of.eventId, ...row })))
          .select('code'),
      ) as { code: string }[],
    onSuccess(stored) {
      toast.success(stored.length === 1 ? 'Code created' : `${stored.length} codes created`)
      onAdded(stored.map(({ code }) => code))
    },
    onError: (error) =>
      isTaken(error)
        ? toast.error('Error', 'This event has a code like that already.')
        : reportFailure(error, 'The codes could not be created'),
    onSettled: () => queries.invalidateQueries({ queryKey: codesKey(of) }),
  })
}

/** Ends a code now, or deletes one that no one has used. */
export function useEndCode(of: OfEvent) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, used, held }: CodeRow) => {
      const codes = db.from('ticket_codes')
      const query = used + held > 0 ? codes.update({ until_at: new Date().toISOString() }) : codes.delete()
      return rowsOf(await query.eq('tenant_id', of.tenantId).eq('id', id).select('id'))
    },
    onSuccess: (_, { used, held }) => toast.success(used + held > 0 ? 'Code ended' : 'Code deleted'),
    onError: (error) => reportFailure(error, 'The code could not be changed'),
    onSettled: () => queries.invalidateQueries({ queryKey: codesKey(of) }),
  })
}
