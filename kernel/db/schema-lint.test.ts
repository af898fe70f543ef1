import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lints, runLint } from '#testing/schema-lints.ts'
import { testDatabase } from '#testing/test-database.ts'

const { owner } = await testDatabase()

for (const lint of lints) {
  const cited = ['S07', ...(lint.cites ?? [])].map((id) => `[${id}]`).join(' ')
  test(`${cited} ${lint.name}`, async () => {
    const { seen, findings } = await runLint(owner, lint)
    assert.ok(seen > 0, 'the lint checked nothing')
    assert.deepEqual(findings, [])
  })

  test(`the lint fails when broken: ${lint.name}`, async () => {
    await owner.query('begin')
    try {
      await owner.query(lint.violation)
      const { findings } = await runLint(owner, lint)
      assert.equal(findings.length, 1)
      assert.ok(findings[0]?.includes(lint.expectedFinding), findings[0])
    } finally {
      await owner.query('rollback')
    }
  })
}
