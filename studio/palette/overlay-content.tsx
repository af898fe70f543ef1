import { WithQueryClient } from '../data/queries.tsx'
import KeysDialog from './keys-dialog.tsx'
import type { Overlay } from './overlay-state.ts'
import Palette from './palette.tsx'

/** Renders the open overlay. */
export default function OverlayContent({ overlay }: { overlay: Overlay }) {
  if (overlay === 'keys') return <KeysDialog />
  return (
    <WithQueryClient>
      <Palette />
    </WithQueryClient>
  )
}
