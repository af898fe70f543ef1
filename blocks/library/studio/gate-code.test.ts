import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gateTag, paywallData } from './gate-code.ts'

const item = {
  slug: 'cold-rest',
  title: 'A cold rest</script><script>alert(1)//',
  summary: null,
  published_at: '2026-03-02T09:00:00Z',
}

test('[peers C10] the structured data of a gate says which part is not free, by the class that the tag has', () => {
  const code = paywallData(item)
  assert.equal(code.match(/<\/?script/g)?.length, 2)
  const data = JSON.parse(code.replace(/<[^>]*>/g, '')) as Record<string, unknown>
  assert.equal(data['isAccessibleForFree'], false)
  assert.equal(data['headline'], item.title)
  const part = data['hasPart'] as { isAccessibleForFree: boolean; cssSelector: string }
  assert.equal(part.isAccessibleForFree, false)
  assert.ok(gateTag(item).includes(`class="${part.cssSelector.slice(1)}"`))
})
