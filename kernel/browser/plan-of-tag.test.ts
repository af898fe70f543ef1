import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BlockManifest } from './block-manifest.ts'
import { missingPlan, missingPlanText } from './plan-of-tag.ts'

const block = (name: string, plan: BlockManifest['plan'], also: string[] = []): BlockManifest => {
  const embed = { attributes: [], height: 100 }
  return { name, title: name, plan, embed, also: also.map((face) => ({ name: face, title: face, embed })) }
}
const manifests = [
  block('auth', 'free', ['profile']),
  block('pay', 'pro'),
  block('list', 'business', ['form']),
]

test('a tag needs the plan of its block, also for an additional view', () => {
  const free = { active: true, plan: 'free' }
  const missing = (access: { active: boolean; plan: string }) =>
    ['auth', 'profile', 'pay', 'list', 'form', 'my-block'].map((tag) => missingPlan(manifests, tag, access))
  const [none, pro, business] = [undefined, 'pro', 'business']
  assert.deepEqual(missing(free), [none, none, pro, business, business, none])
  assert.deepEqual(missing({ active: true, plan: 'pro' }), [none, none, none, business, business, none])
  assert.deepEqual(missing({ active: true, plan: 'business' }), [none, none, none, none, none, none])
  assert.deepEqual(missing({ active: false, plan: 'none' }), [none, none, pro, business, business, none])
})

test('the text names the plan', () => {
  assert.equal(missingPlanText('business'), 'Needs Business in live mode')
})
