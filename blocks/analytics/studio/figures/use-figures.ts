import { useQuery } from '@tanstack/react-query'
import { call } from '#studio/data/api.ts'
import { readFigures, readList, readSources } from '#blocks/analytics/endpoints-studio.ts'
import type { Dimension, Period } from '#blocks/analytics/endpoints-studio.ts'
import { periodOf } from './figures-view.ts'
import type { FiguresView } from './figures-view.ts'

const POLL_MS = 60_000

/** The period of a view in the browser's zone. */
export function queryOf(tenantId: string, { days, segment }: Pick<FiguresView, 'days' | 'segment'>): Period {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
  const today = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short' }).format(new Date())
  return { tenantId, ...periodOf(today, days), zone, ...segment }
}

const keyOf = (what: string, period: Period) => ['analytics', period.tenantId, what, period]

export const useFigures = (period: Period) =>
  useQuery({
    queryKey: keyOf('figures', period),
    queryFn: () => call(readFigures, period),
    refetchInterval: POLL_MS,
  })

export const useList = (period: Period, dimension: Dimension) =>
  useQuery({
    queryKey: keyOf(dimension, period),
    queryFn: async () => (await call(readList, { ...period, dimension })).rows,
    refetchInterval: POLL_MS,
  })

/** @param isEnabled whether the caller may read orders */
export const useSources = (period: Period, isEnabled: boolean) =>
  useQuery({
    queryKey: keyOf('sources', period),
    queryFn: async () => (await call(readSources, period)).rows,
    enabled: isEnabled,
    refetchInterval: POLL_MS,
  })
