import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'

/** A process of two parts, the second of which takes a while to stop. */
const PROGRAM = `
  import { stopInOrder } from '${import.meta.dirname}/stop.ts'
  const stop = stopInOrder()
  stop.last('database', { stop: () => new Promise((done) => setTimeout(() => { console.log('database'); done() }, 1500)) })
  stop.first('server', { stop: async () => { console.log('server') } })
  setInterval(() => undefined, 1000)
  console.log('up')`

/** Runs it, sends SIGINT at these milliseconds after it is up, and tells what it said and its exit code. */
async function press(...milliseconds: number[]) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  await once(child.stdout, 'data')
  for (const after of milliseconds) setTimeout(() => child.kill('SIGINT'), after)
  const [code] = (await once(child, 'close')) as [number | null]
  return { said: said.trim().split('\n'), code }
}

test('one Ctrl-C that comes twice stops everything in order', async () => {
  assert.deepEqual(await press(0, 20), { said: ['up', 'server', 'database'], code: 0 })
})

test('a second Ctrl-C ends at once', async () => {
  assert.deepEqual(await press(0, 800), { said: ['up', 'server'], code: 1 })
})
