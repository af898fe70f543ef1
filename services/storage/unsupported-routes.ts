import { storageErrors } from './errors.ts'
import { keyHolder, operator } from './guards.ts'
import type { StorageRoute } from './route-table.ts'

/**
 * Features of the official service that are not implemented. Each responds with an error that the client can
 * read.
 */
const notEnabled = (feature: string) => () => {
  throw storageErrors.not_enabled({ text: `The feature ${feature} is not enabled for this resource` })
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'HEAD'] as const

/** The catalogue client expects errors in its own format (Iceberg REST catalogue, ErrorModel). */
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

export const unsupportedRoutes: StorageRoute[] = [
  // We have no cache in front of files.
  { method: 'DELETE', path: '/cdn/*', guard: operator, limit: 'read', handle: notEnabled('purgeCache') },
  ...all('/bucket/:id/lifecycle', notEnabled('objectVersioning')),
  ...all('/iceberg/bucket', notEnabled('icebergCatalog')),
  ...all('/iceberg/bucket/*', notEnabled('icebergCatalog')),
  ...all('/iceberg/*', noCatalogue),
  ...all('/vector/*', notEnabled('vectorBuckets')),
]
