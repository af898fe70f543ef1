import { NeedsQueries } from '../queries.tsx'
import KeysDialog from './keys-dialog.tsx'
import type { Overlay } from './open-palette.ts'
import Palette from './palette.tsx'

/** Renders the open overlay. */
export default function Windows({ overlay }: { overlay: Overlay }) {
  if (overlay === 'keys') return <KeysDialog />
  return (
    <NeedsQueries>
      <Palette />
    </NeedsQueries>
  )
}
