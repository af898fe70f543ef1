import { AppError } from '#kernel/errors.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { EmbedRequest } from '#kernel/unit.ts'
import { readAssistant } from '../answers/visitor-calls.ts'
import { readAssistantContract } from '../contract.ts'
import type { PromptPageData } from './data-types.ts'

/** Renders the assistant for a visitor who is signed out; members' pages read it again. */
export async function loadPromptData(
  kernel: Kernel,
  { claims, url }: EmbedRequest,
): Promise<Pick<PromptPageData, 'assistant'>> {
  const assistant = url.searchParams.get('assistant') ?? viewedAssistant(url)
  // A tag on a page may hold anything: what no assistant can be named is not looked for.
  const input = readAssistantContract.input.safeParse(assistant === null ? {} : { assistant })
  if (!input.success) return { assistant: null }
  try {
    return { assistant: await readAssistant(kernel, claims, input.data) }
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return { assistant: null }
    throw error
  }
}

/** Pages that show the block as someone else gets it name it as `id`. */
const viewedAssistant = ({ searchParams }: URL) =>
  searchParams.has('view_as') ? searchParams.get('id') : null
