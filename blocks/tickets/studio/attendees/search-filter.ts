/**
 * The filter for a search of names and addresses. Quotes keep the signs of the filter's own syntax out of it, and the signs of patterns
 * are taken literally.
 */
export function searchFilter(q: string): string {
  const pattern = `"*${q.replace(/[\\%_*]/g, '\\$&').replace(/["\\]/g, '\\$&')}*"`
  return ['holder_name', 'owner_email', 'holder_email']
    .map((column) => `${column}.ilike.${pattern}`)
    .join(',')
}
