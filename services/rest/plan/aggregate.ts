import type { Output } from './types.ts'

/** Whether an item aggregates rows, either itself or through a spread row whose columns it contributes. */
export function isAggregated(output: Output): boolean {
  if (output.kind === 'embed') {
    return output.embed.spread && output.embed.toOne && output.embed.output.some(isAggregated)
  }
  return output.aggregate !== undefined
}
