import type { EmbedPageProps } from '#kernel/browser/embed-page.ts'
import type { PromptPageData } from './data-types.ts'
import { PromptView } from './prompt-view.tsx'

export { language } from './texts/spoken.ts'
export const sample = () => import('./sample.ts')

/** `/embed/prompt`: the assistant that the tag names. */
export default function PromptPage(props: EmbedPageProps<PromptPageData>) {
  return <PromptView {...props} />
}
