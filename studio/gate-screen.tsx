import { Gate } from '#features/plans/studio/gate/gate.tsx'
import { KindGallery } from './block-kinds/kind-gallery.tsx'

/** `/bolt`: the next step of creators; for visitors the way to an account, and the kinds of blocks. */
export default function GateScreen() {
  return <Gate kinds={<KindGallery />} />
}
