import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readJsonObject, writeJson } from './json-text.ts'

const problem = (text: string) => {
  const read = readJsonObject(text)
  assert.ok('problem' in read, `${text} was accepted`)
  return read.problem
}

test('reads a JSON object with nested values; empty input reads as an empty object', () => {
  assert.deepEqual(readJsonObject('{"a": [1, {"b": null}]}'), { value: { a: [1, { b: null }] } })
  assert.deepEqual(readJsonObject(' \n'), { value: {} })
  assert.deepEqual(readJsonObject(writeJson({ type: 'text' })), { value: { type: 'text' } })
})

test('invalid JSON is rejected with a readable message and the line of the error', () => {
  assert.equal(problem('{\n  "a": 1,\n  "b" 2\n}').line, 3)
  assert.equal(problem('{\n  "a": 1,\n}').line, 3)
  assert.equal(problem('{"a": ').line, 1)
  for (const text of ['{', '{a: 1}', "{'a': 1}", '{"a": 1,}', '{"a": undefined}', '}', '{"a": "\n"}']) {
    const { message, at } = problem(text)
    assert.ok(message.length > 5 && !/position|is not valid JSON|at line/.test(message), message)
    assert.ok(at >= 0 && at <= text.length)
  }
})

test('JSON that is not an object is rejected', () => {
  for (const text of ['[]', '1', '"text"', 'null', 'true']) assert.match(problem(text).message, /object/)
})
