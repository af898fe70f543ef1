import { PaySample } from '#blocks/pay/studio/pay-sample.tsx'
import { TryPage } from '#features/marketing/studio/try/try-page.tsx'

/** `/try`, composed from components of several features. */
export default function TryScreen() {
  return <TryPage PaySample={PaySample} />
}
