// Written by npm run generate from the manifests of the blocks.

/** Blocks that existed when this package was made. */
export type KnownBlock =
  | 'auth'
  | 'profile'
  | 'team'
  | 'pay'
  | 'form'
  | 'list'
  | 'tickets'
  | 'library'
  | 'prompt'
  | 'analytics'
  | 'my-block'
