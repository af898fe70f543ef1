import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callErrorText } from '#kernel/browser/call.ts'
import { call } from '#studio/data/api.ts'
import { toast } from '#ui/toasts/toast.ts'
import {
  deleteFunnel,
  deleteGoal,
  readFunnels,
  readGoals,
  saveFunnel,
  saveGoal,
} from '#blocks/analytics/endpoints-studio.ts'
import type { Goal, Period } from '#blocks/analytics/endpoints-studio.ts'

export type Kind = 'goal' | 'funnel'
const keyOf = (kind: Kind, tenantId: string) => ['analytics', tenantId, kind]

export const useGoals = (period: Period) =>
  useQuery({ queryKey: [...keyOf('goal', period.tenantId), period], queryFn: () => call(readGoals, period) })

export const useFunnels = (period: Period) =>
  useQuery({
    queryKey: [...keyOf('funnel', period.tenantId), period],
    queryFn: async () => (await call(readFunnels, period)).funnels,
  })

/** Saves a goal of one step, or a funnel of several. */
export function useSaveGoal(tenantId: string, kind: Kind, onSaved: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ name, steps }: { name: string; steps: Goal[] }) =>
      kind === 'goal'
        ? call(saveGoal, { tenantId, name, goal: steps[0]! })
        : call(saveFunnel, { tenantId, name, steps }),
    async onSuccess() {
      onSaved()
      toast.success(kind === 'goal' ? 'Goal created' : 'Funnel created')
      await queries.invalidateQueries({ queryKey: keyOf(kind, tenantId) })
    },
    onError: (error) => toast.error('Error', callErrorText(error, 'It could not be saved')),
  })
}

export function useDeleteGoal(tenantId: string, kind: Kind) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(kind === 'goal' ? deleteGoal : deleteFunnel, { tenantId, id }),
    onSuccess: () => queries.invalidateQueries({ queryKey: keyOf(kind, tenantId) }),
    onError: (error) => toast.error('Error', callErrorText(error, 'It could not be deleted')),
  })
}
