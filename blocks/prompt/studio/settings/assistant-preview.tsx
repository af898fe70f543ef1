import { useMemo } from 'react'
import type { EmbedApi, EmbedTenant } from '#kernel/browser/embed-page.ts'
import { readTheme } from '#kernel/browser/theme/theme.ts'
import { config } from '#studio/config.ts'
import { call } from '#studio/data/api.ts'
import { ThemedContainer } from '#studio/tenant/themed-container.tsx'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { useResolvedTenantTheme } from '#studio/tenant/use-resolved-tenant-theme.ts'
import { PromptView } from '#blocks/prompt/embed/prompt-view.tsx'
import { type StaffAssistant, tryQuestion } from '#blocks/prompt/endpoints-studio.ts'
import type { PromptAnswer, PromptAssistant } from '#blocks/prompt/endpoints.ts'
import { type AssistantDraft, handOverOf, suggestionsOf } from './assistant-draft.ts'

export interface AssistantPreviewProps {
  tenant: TenantRow
  assistant: StaffAssistant
  draft: AssistantDraft
}

/** The block's own view with what is typed. Questions are answered with the passages that a visitor without an account gets. */
export function AssistantPreview({ tenant, assistant, draft }: AssistantPreviewProps) {
  const look = useResolvedTenantTheme(tenant)
  const shown: PromptAssistant = {
    id: assistant.id,
    name: draft.name.trim() || 'Your assistant',
    greeting: draft.greeting.trim(),
    suggestions: suggestionsOf(draft).slice(0, 4),
    state: draft.isOn ? 'open' : 'closed',
    // The note that visitors read. The text below says that no model is called here.
    has_model: true,
    hand_over: handOverOf(draft),
  }
  const version = JSON.stringify([shown, draft.refusal])
  // Typing begins a new conversation. What else changes here begins none.
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- `version` has all of it
  const embed = useMemo(() => previewEmbed(tenant.id, shown, draft), [tenant.id, version])
  return (
    <section aria-label="Preview" className="lg:sticky lg:top-20">
      <h3 className="text-small font-label">Preview</h3>
      <ThemedContainer
        {...look}
        live
        className="relative mt-1.5 overflow-clip rounded-card border border-line bg-surface p-6 max-sm:p-4"
      >
        <PromptView
          key={version}
          level={4}
          embed={embed}
          data={{
            tenant: tenantOf(tenant),
            apiUrl: config.url,
            parentOrigin: null,
            checkoutOrigins: [],
            host: {},
            sample: 'preview',
            assistant: shown,
          }}
        />
      </ThemedContainer>
      <p className="mt-2 text-caption text-text-3">
        Ask something: you get the saved passages that visitors without an account get. No model is called,
        nothing is stored.
      </p>
    </section>
  )
}

const tenantOf = (tenant: TenantRow): EmbedTenant => ({
  id: tenant.id,
  name: tenant.name,
  public_key: tenant.public_key ?? '',
  theme: readTheme(tenant.theme),
  auth_provider: tenant.auth_provider,
  auth0_domain: null,
  auth0_client_id: null,
  stripe_mode: tenant.stripe_mode,
})

/** Replaces the host page and the server: questions go to the retrieval, everything else nowhere. */
function previewEmbed(tenantId: string, assistant: PromptAssistant, draft: AssistantDraft): EmbedApi {
  const passages = new Map<number, { title: string; text: string }>()
  async function ask({ question }: { question: string }): Promise<PromptAnswer> {
    const { passages: found, is_enough: isEnough } = await call(tryQuestion, {
      tenantId,
      assistantId: assistant.id,
      question,
    })
    const shown = isEnough ? found.slice(0, 3) : []
    passages.clear()
    shown.forEach(({ title, text }, at) => passages.set(at + 1, { title, text }))
    return {
      id: crypto.randomUUID(),
      conversation: 'preview',
      at: new Date().toISOString(),
      question,
      answer: isEnough
        ? shown.map(({ text }, at) => `${text} [${at + 1}]`).join('\n\n')
        : draft.refusal.trim(),
      state: isEnough ? 'passages' : 'refused',
      citations: shown.map(({ title, url }, at) => ({ number: at + 1, title, ...(url && { url }) })),
    }
  }
  const answers: Record<string, (input: never) => unknown> = {
    'GET /prompt-assistant': () => assistant,
    'POST /prompt-questions': ask,
    'GET /prompt-messages/:message/sources/:number': ({ number }: { number: number }) => passages.get(number),
    'PUT /prompt-messages/:message/rating': () => ({ success: true }),
    'POST /prompt-conversations/:conversation/hand-over': () => ({ success: true }),
  }
  return {
    session: { user: null, subscribe: () => () => undefined },
    arrival: Promise.resolve({ user: null }),
    async call({ method, path }: { method: string; path: string }, input: never) {
      const answer = answers[`${method} ${path}`]
      if (!answer) throw new Error('This is a preview')
      return answer(input)
    },
    tell: () => undefined,
    keep: { get: () => null, set: () => undefined },
  } as unknown as EmbedApi
}
