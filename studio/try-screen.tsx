import { PaySample } from '#blocks/pay/studio/pay-sample.tsx'
import { TryPage } from '#features/marketing/studio/try/try-page.tsx'

/** `/try`, put together from the units that have a part in it. */
export default function TryScreen() {
  return <TryPage PaySample={PaySample} />
}
