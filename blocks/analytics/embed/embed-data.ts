import { AppError } from '#kernel/errors.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { EmbedRequest } from '#kernel/unit.ts'
import { readPublicFiguresContract } from '../contract.ts'
import { publicFigures } from '../public-figures.ts'
import type { AnalyticsPageData } from './data-types.ts'

/** Renders the figures into the page. A figure that is not published shows nothing, so the tag can also only count visits. */
export async function loadAnalyticsData(
  kernel: Kernel,
  { tenant, url }: EmbedRequest,
): Promise<Pick<AnalyticsPageData, 'shown'>> {
  const given = readPublicFiguresContract.input.safeParse({
    figure: url.searchParams.get('figure') ?? undefined,
    path: url.searchParams.get('path') ?? undefined,
  })
  if (!given.success) return { shown: { figures: [] } }
  try {
    return { shown: await publicFigures(kernel, tenant.id, given.data) }
  } catch (error) {
    if (error instanceof AppError && error.code === 'no_figure') return { shown: { figures: [] } }
    throw error
  }
}
