import { Link } from 'react-router'
import { useScreenExists } from '#studio/routing/known-screens.ts'

/** A link to the pages of a block; plain text if this program lacks the block. */
export function BlockLink({ path, label }: { path: string; label: string }) {
  return useScreenExists(path) ? (
    <Link className="underline" to={path}>
      Blocks, {label}
    </Link>
  ) : (
    'Blocks'
  )
}
