import type { EmbedPageData } from '#kernel/browser/embed-page.ts'
import type { PromptAssistant } from '../endpoints.ts'

export interface PromptPageData extends EmbedPageData {
  /** The assistant that the tag names, or the tenant's first, as a visitor who is signed out sees it. Null: there is none. */
  assistant?: PromptAssistant | null
}
