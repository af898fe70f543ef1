import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CallError, callErrorText } from '#kernel/browser/call.ts'
import { call } from '#studio/data/api.ts'
import { db, rowsOf } from '#studio/data/data.ts'
import {
  createSource,
  deleteSource,
  type GivenSource,
  listDocuments,
  listSources,
  saveSource,
  type StaffSource,
  syncSource,
} from '#blocks/prompt/endpoints-studio.ts'
import { toast } from '#ui/toasts/toast.ts'
import { assistantsKey } from '../knowledge/use-assistants.ts'

const READING_MS = 2000
const sourcesKey = (tenantId: string, assistantId: string) => ['assistant-sources', tenantId, assistantId]

export const isReading = ({ state }: StaffSource): boolean => state === 'waiting' || state === 'running'

/** The sources of an assistant; read again while one of them is being read. */
export const useSources = (tenantId: string, assistantId: string) =>
  useQuery({
    queryKey: sourcesKey(tenantId, assistantId),
    queryFn: () => call(listSources, { tenantId, assistantId }),
    refetchInterval: ({ state: { data } }) => (data?.sources.some(isReading) ? READING_MS : false),
  })

/** What was read of a source. */
export const useDocuments = (tenantId: string, source: StaffSource) =>
  useQuery({
    queryKey: ['assistant-documents', tenantId, source.id, source.synced_at, source.state],
    queryFn: () => call(listDocuments, { tenantId, sourceId: source.id }),
  })

/** Each change of a source shows in its list, and in the number of sources of the assistant. */
function useRefresh(tenantId: string, assistantId: string) {
  const queries = useQueryClient()
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: sourcesKey(tenantId, assistantId) }),
      queries.invalidateQueries({ queryKey: assistantsKey(tenantId) }),
    ])
}

interface SaveSourceOptions {
  tenantId: string
  assistantId: string
  /** Undefined for a new one. */
  base: StaffSource | undefined
  onSaved: (saved: StaffSource) => void
}

export function useSaveSource({ tenantId, assistantId, base, onSaved }: SaveSourceOptions) {
  const refresh = useRefresh(tenantId, assistantId)
  return useMutation({
    mutationFn: (source: GivenSource) =>
      base
        ? call(saveSource, { tenantId, sourceId: base.id, revision: base.revision, source })
        : call(createSource, { tenantId, assistantId, source }),
    async onSuccess(saved) {
      await refresh()
      toast.success(base ? 'Source saved' : 'Source added')
      onSaved(saved)
    },
    onError(error) {
      // 402 opens the paywall.
      if (error instanceof CallError && error.status === 402) return
      toast.error('Error', callErrorText(error, 'The source was not saved. Please try again.'))
    },
  })
}

export function useSyncSource(tenantId: string, assistantId: string) {
  const refresh = useRefresh(tenantId, assistantId)
  return useMutation({
    mutationFn: (sourceId: string) => call(syncSource, { tenantId, sourceId }),
    onError: (error) => toast.error('Error', callErrorText(error, 'The source could not be read again.')),
    onSettled: refresh,
  })
}

export function useDeleteSource(tenantId: string, assistantId: string, onDeleted: () => void) {
  const refresh = useRefresh(tenantId, assistantId)
  return useMutation({
    mutationFn: (sourceId: string) => call(deleteSource, { tenantId, sourceId }),
    async onSuccess() {
      onDeleted()
      toast.success('Source deleted')
      await refresh()
    },
    onError: (error) => toast.error('Error', callErrorText(error, 'The source could not be deleted.')),
  })
}

export interface TableChoice {
  id: string
  title: string
  fields: { id: string; label: string }[]
}

/** The tenant's tables that can be a source. */
export const useTables = (tenantId: string) =>
  useQuery({
    queryKey: ['tables', tenantId, 'choices'],
    queryFn: async () =>
      rowsOf<TableChoice[]>(
        await db
          .from('data_tables')
          .select('id, title, fields')
          .eq('tenant_id', tenantId)
          .is('deleted_at', null)
          .order('title')
          .limit(200),
      ),
  })

/** The tenant's series of events. */
export const useSeries = (tenantId: string) =>
  useQuery({
    queryKey: ['ticket-series', tenantId, 'titles'],
    queryFn: async () =>
      rowsOf<{ id: string; title: string }[]>(
        await db
          .from('ticket_series')
          .select('id, title')
          .eq('tenant_id', tenantId)
          .order('title')
          .limit(200),
      ),
  })
