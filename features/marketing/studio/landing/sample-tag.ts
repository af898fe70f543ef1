/** Heights that the shown blocks reserve: the registry's, which the front page does not load. */
export const HEIGHTS = { pay: 334, auth: 402 }

/**
 * The attributes of a block's tag, shortened where a real page has its own values. A test compares them with the
 * printed tag, whose code the front page does not load.
 */
export const sampleTag = (
  block: string,
  theme: string,
  height: number,
  shows?: string,
): (readonly [string, string])[] => [
  ['src', '…/v1/bb.js'],
  ['data-tenant', 'pk_…'],
  ['data-block', block],
  ...(shows ? [[`data-${shows}`, `your_${shows}_id`] as const] : []),
  ['data-theme', theme],
  ['data-env', 'test'],
  ['style', `display:block;min-height:${height}px;margin:16px 0`],
]
