import type { Output } from './types.ts'

/** Whether an item makes one of many rows: itself, or in a spread row that lends it its columns. */
export function isAggregated(output: Output): boolean {
  if (output.kind === 'embed') {
    return output.embed.spread && output.embed.toOne && output.embed.output.some(isAggregated)
  }
  return output.aggregate !== undefined
}
