import { TryPage } from '#features/marketing/studio/try/try-page.tsx'

/** `/try`, also with the look of a site. */
export default function TryScreen() {
  return <TryPage />
}
