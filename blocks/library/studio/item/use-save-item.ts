import { useMutation } from '@tanstack/react-query'
import { CallError, callErrorText } from '#kernel/browser/call.ts'
import { call } from '#studio/data/api.ts'
import { toast } from '#ui/toasts/toast.ts'
import { createItem, readItem, saveItem } from '#blocks/library/endpoints-studio.ts'
import type { StaffItemWithBody } from '#blocks/library/endpoints-studio.ts'
import type { ItemKind } from '#blocks/library/endpoints.ts'
import { useStoredItem } from '../items/use-items.ts'
import { givenOf, type ItemDraft, type Problems } from './item-draft.ts'

export interface SaveItemOptions {
  tenantId: string
  kind: ItemKind
  /** What the form was filled from; undefined for a new item. */
  base: StaffItemWithBody | undefined
  onSaved: (stored: StaffItemWithBody, sent: ItemDraft) => void
  /** Someone else saved it meanwhile: what is stored now. */
  onConflict: (stored: StaffItemWithBody) => void
  onFaults: (faults: Problems) => void
}

/** Fields of the form by the codes of refusals. */
const FAULTS: Record<string, keyof ItemDraft> = {
  slug_taken: 'slug',
  bad_article: 'doc',
  file_missing: 'file',
  audience_not_found: 'audience',
}

/** Sent with a draft: the revision that it replaces, if it is not that of the base. */
interface Sent {
  draft: ItemDraft
  over?: number
}

export function useSaveItem(options: SaveItemOptions) {
  const { tenantId, kind, base, onSaved, onConflict, onFaults } = options
  const store = useStoredItem(tenantId)
  return useMutation({
    mutationFn({ draft, over }: Sent) {
      const item = givenOf(draft, kind)
      return base
        ? call(saveItem, { tenantId, itemId: base.id, revision: over ?? base.revision, item })
        : call(createItem, { tenantId, kind, ...(draft.slug && { slug: draft.slug }), item })
    },
    onSuccess(stored, { draft }) {
      store(stored)
      toast.success(base ? 'Item saved' : 'Item created')
      onSaved(stored, draft)
    },
    async onError(refusal) {
      if (refusal instanceof CallError && refusal.code === 'item_changed' && base) {
        // Without it, the next attempt to save is refused again and reads it then.
        const stored = await call(readItem, { tenantId, itemId: base.id }).catch(() => undefined)
        if (stored) return onConflict(stored)
      }
      const field = refusal instanceof CallError ? FAULTS[refusal.code] : undefined
      if (field) return onFaults({ [field]: refusal.message })
      // 402 opens the paywall.
      if (refusal instanceof CallError && refusal.status === 402) return undefined
      toast.error('Error', callErrorText(refusal, 'The item was not saved. Please try again.'))
      return undefined
    },
  })
}
