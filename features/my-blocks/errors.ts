import { defineErrors } from '#kernel/errors.ts'

export const errors = defineErrors({
  /** Also returned for another creator's block, so that its existence does not leak. */
  block_not_found: { status: 404, text: 'Block not found' },
  sign_in_required: { status: 401, text: 'Please sign in to see this block' },
  not_in_audience: { status: 403, text: 'This block is for other members' },
  upgrade_required: { status: 402, text: 'The plan of this site does not include this block' },
})
