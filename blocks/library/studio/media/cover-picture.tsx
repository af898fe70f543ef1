import { StoredPicture } from './stored-picture.tsx'

/** The cover of an item, in the size of its field. */
export const CoverPicture = ({ tenantId, path }: { tenantId: string; path: string }) => (
  <StoredPicture
    tenantId={tenantId}
    path={path}
    alt="Cover"
    className="h-17 w-30 rounded-control border border-line object-cover"
  />
)
