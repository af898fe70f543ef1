import './library-page.css'
import type { EmbedPageProps } from '#kernel/browser/embed-page.ts'
import type { LibraryPageData } from './data-types.ts'
import { texts } from './texts/spoken.ts'

export { language } from './texts/spoken.ts'
export const sample = () => import('./sample.ts')

export default function LibraryPage(_: EmbedPageProps<LibraryPageData>) {
  return <h1>{texts.title}</h1>
}
