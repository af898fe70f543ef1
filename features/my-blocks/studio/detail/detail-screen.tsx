import { Link, useParams } from 'react-router'
import { buttonStyle } from '#ui/base/button.tsx'
import { useBlock } from '../use-block.ts'
import { BlockDetail } from './block-detail.tsx'
import { DetailSkeleton } from './detail-skeleton.tsx'

/** `/bolt/blocks/:id`: one block, or a not-found message. */
export default function DetailScreen() {
  const { id = '' } = useParams()
  const block = useBlock(id)
  if (block === undefined) return <DetailSkeleton />
  if (block === null) return <BlockNotFound />
  return <BlockDetail key={block.id} block={block} />
}

function BlockNotFound() {
  return (
    <div className="py-8">
      <title>Block Not Found · Bolt Blocks</title>
      <h1 className="text-title max-md:text-title-phone">Block Not Found</h1>
      <p className="mt-1 text-text-2">It may have been deleted, or the link may have a typo.</p>
      <div className="mt-5">
        <Link {...buttonStyle({ variant: 'primary' })} to="/bolt/dashboard">
          Back to Dashboard
        </Link>
      </div>
    </div>
  )
}
