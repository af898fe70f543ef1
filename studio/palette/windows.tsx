import { NeedsQueries } from '../queries.tsx'
import KeysDialog from './keys-dialog.tsx'
import type { Overlay } from './open-palette.ts'
import Palette from './palette.tsx'

/** What the keys open. */
export default function Windows({ overlay }: { overlay: Overlay }) {
  if (overlay === 'keys') return <KeysDialog />
  return (
    <NeedsQueries>
      <Palette />
    </NeedsQueries>
  )
}
