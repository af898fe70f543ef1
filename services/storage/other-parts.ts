import { storageErrors } from './errors.ts'
import { keyHolder, operator } from './guards.ts'
import type { StorageRoute } from './route-table.ts'

/** Parts of the official service that are not here, each refused so that the official client reads it. */
const notEnabled = (feature: string) => () => {
  throw storageErrors.not_enabled({ text: `The feature ${feature} is not enabled for this resource` })
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'HEAD'] as const

/** The catalogue client reads its refusals in a shape of its own (Iceberg REST catalogue, ErrorModel). */
const noCatalogue: StorageRoute['handle'] = ({ c }) =>
  c.json(
    {
      error: {
        message: 'The feature icebergCatalog is not enabled for this resource',
        type: 'FeatureNotEnabledException',
        code: 409,
      },
    },
    409,
  )

const all = (path: string, handle: StorageRoute['handle']): StorageRoute[] =>
  METHODS.map((method) => ({ method, path, guard: keyHolder, limit: 'read', handle }))

export const otherRoutes: StorageRoute[] = [
  // No cache of ours stands in front of files.
  { method: 'DELETE', path: '/cdn/*', guard: operator, limit: 'read', handle: notEnabled('purgeCache') },
  ...all('/bucket/:id/lifecycle', notEnabled('objectVersioning')),
  ...all('/iceberg/bucket', notEnabled('icebergCatalog')),
  ...all('/iceberg/bucket/*', notEnabled('icebergCatalog')),
  ...all('/iceberg/*', noCatalogue),
  ...all('/vector/*', notEnabled('vectorBuckets')),
]
