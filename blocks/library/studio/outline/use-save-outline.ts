import { useMutation } from '@tanstack/react-query'
import { CallError, callErrorText } from '#kernel/browser/call.ts'
import { call } from '#studio/data/api.ts'
import { toast } from '#ui/toasts/toast.ts'
import { readItem, saveOutline } from '#blocks/library/endpoints-studio.ts'
import type { StaffItemWithBody } from '#blocks/library/endpoints-studio.ts'
import { useStoredItem } from '../items/use-items.ts'
import { type DraftModule, givenOutline } from './outline-draft.ts'

export interface SaveOutlineOptions {
  tenantId: string
  courseId: string
  onSaved: (stored: StaffItemWithBody) => void
  onConflict: (stored: StaffItemWithBody) => void
}

/** @returns a mutation of the outline and the revision that it replaces */
export function useSaveOutline({ tenantId, courseId, onSaved, onConflict }: SaveOutlineOptions) {
  const store = useStoredItem(tenantId)
  return useMutation({
    mutationFn: ({ modules, revision }: { modules: readonly DraftModule[]; revision: number }) =>
      call(saveOutline, { tenantId, itemId: courseId, revision, modules: givenOutline(modules) }),
    onSuccess(stored) {
      store(stored)
      toast.success('Lessons saved')
      onSaved(stored)
    },
    async onError(refusal) {
      if (refusal instanceof CallError && refusal.code === 'item_changed') {
        const stored = await call(readItem, { tenantId, itemId: courseId }).catch(() => undefined)
        if (stored) return onConflict(stored)
      }
      toast.error('Error', callErrorText(refusal, 'The lessons were not saved. Please try again.'))
      return undefined
    },
  })
}
