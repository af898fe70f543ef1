import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callErrorText } from '#kernel/browser/call.ts'
import { call } from '#studio/data/api.ts'
import { listTests, type PromptTest, runTests, saveTests } from '#blocks/prompt/endpoints-studio.ts'
import { toast } from '#ui/toasts/toast.ts'

const testsKey = (tenantId: string, assistantId: string) => ['assistant-tests', tenantId, assistantId]

/** The test set of an assistant and its last runs, newest first. */
export const useTests = (tenantId: string, assistantId: string) =>
  useQuery({
    queryKey: testsKey(tenantId, assistantId),
    queryFn: () => call(listTests, { tenantId, assistantId }),
  })

/** Replaces the test set. */
export function useSaveTests(tenantId: string, assistantId: string, onSaved: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (tests: readonly Omit<PromptTest, 'id'>[]) =>
      call(saveTests, {
        tenantId,
        assistantId,
        tests: tests.map(({ question, must, sources }) => ({ question, must, sources })),
      }),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: testsKey(tenantId, assistantId) })
      onSaved()
    },
    onError: (error) => toast.error('Error', callErrorText(error, 'The test set was not saved.')),
  })
}

export function useRunTests(tenantId: string, assistantId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(runTests, { tenantId, assistantId }),
    async onSuccess({ passed, total }) {
      await queries.invalidateQueries({ queryKey: testsKey(tenantId, assistantId) })
      if (passed === total) toast.success('All questions passed')
      else toast.error('Some questions failed', `${total - passed} of ${total} did not find what they must.`)
    },
    onError: (error) => toast.error('Error', callErrorText(error, 'The test set could not be run.')),
  })
}
