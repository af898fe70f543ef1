import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CallError, callErrorText } from '#kernel/browser/call.ts'
import { call } from '#studio/data/api.ts'
import { listAssistants, saveAssistant, type StaffAssistant } from '#blocks/prompt/endpoints-studio.ts'
import { toast } from '#ui/toasts/toast.ts'
import { assistantsKey } from '../knowledge/use-assistants.ts'
import { type AssistantDraft, givenOf, type Problems } from './assistant-draft.ts'

export interface SaveAssistantOptions {
  tenantId: string
  /** What the form was filled from. */
  base: StaffAssistant
  onSaved: (stored: StaffAssistant, sent: AssistantDraft) => void
  /** Someone else saved it meanwhile: what is stored now. */
  onConflict: (stored: StaffAssistant) => void
  onFaults: (faults: Problems) => void
}

/** Sent with a draft: the revision that it replaces, if it is not that of the base. */
interface Sent {
  draft: AssistantDraft
  over?: number
}

export function useSaveAssistant({ tenantId, base, onSaved, onConflict, onFaults }: SaveAssistantOptions) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ draft, over }: Sent) =>
      call(saveAssistant, {
        tenantId,
        assistantId: base.id,
        revision: over ?? base.revision,
        assistant: givenOf(draft),
      }),
    onSuccess(stored, { draft }) {
      toast.success('Assistant saved')
      onSaved(stored, draft)
      void queries.invalidateQueries({ queryKey: assistantsKey(tenantId) })
    },
    async onError(refusal) {
      const code = refusal instanceof CallError ? refusal.code : ''
      if (code === 'assistant_changed') {
        const { assistants } = await call(listAssistants, { tenantId }).catch(() => ({ assistants: [] }))
        const stored = assistants.find(({ id }) => id === base.id)
        if (stored) return onConflict(stored)
      }
      if (code === 'audience_not_found')
        return onFaults({ audience: 'This audience was deleted. Choose another one.' })
      // 402 opens the paywall.
      if (refusal instanceof CallError && refusal.status === 402) return undefined
      toast.error('Error', callErrorText(refusal, 'The assistant was not saved. Please try again.'))
      return undefined
    },
  })
}
