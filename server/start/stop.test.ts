import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'

/** A process with two services, the second of which stops slowly. */
const IMPORT = `
  import { stopInOrder } from '${import.meta.dirname}/stop.ts'
  const stop = stopInOrder()
  const say = (text) => () => new Promise((done) => process.stdout.write(text + '\\n', done))
`
const PROGRAM = `${IMPORT}
  stop.last('database', { stop: () => new Promise((done) => setTimeout(() => { console.log('database'); done() }, 1500)) })
  stop.first('server', { stop: async () => { console.log('server') } })
  setInterval(() => undefined, 1000)
  console.log('up')`

/** Runs it and sends SIGINT after these times. @returns its output and exit code */
async function press(...milliseconds: number[]) {
  return run(PROGRAM, milliseconds)
}

async function run(
  program: string,
  milliseconds: number[],
  stderr: 'inherit' | 'ignore' = 'inherit',
  signal: NodeJS.Signals = 'SIGINT',
) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', stderr],
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  await once(child.stdout, 'data')
  for (const after of milliseconds) setTimeout(() => child.kill(signal), after)
  const [code] = (await once(child, 'close')) as [number | null]
  return { said: said.trim().split('\n'), code }
}

test('one Ctrl-C that arrives twice stops everything in order', async () => {
  assert.deepEqual(await press(0, 20), { said: ['up', 'server', 'database'], code: 0 })
})

test('a second Ctrl-C exits immediately', async () => {
  assert.deepEqual(await press(0, 800), { said: ['up', 'server'], code: 1 })
})

test('a second SIGTERM does not interrupt the stop', async () => {
  const { said, code } = await run(PROGRAM, [0, 800], 'inherit', 'SIGTERM')
  assert.deepEqual({ said, code }, { said: ['up', 'server', 'database'], code: 0 })
})

test('[S05] a stop waits for starting services and stops them too; nothing starts after it', async () => {
  const program = `${IMPORT}
    const database = new Promise((up) => setTimeout(up, 300)).then(() => stop.last('database', { stop: say('database stopped') }))
    setTimeout(say('up'), 0)
    await stop.starting(database).catch(say('start given up'))
    if (!stop.signal.aborted) await say('went on')()`
  const { said, code } = await run(program, [50])
  assert.deepEqual(said.toSorted(), ['database stopped', 'start given up', 'up'])
  assert.equal(code, 0)
})

test('an uncaught error stops everything in order, and is reported', async () => {
  const program = `${IMPORT}
    stop.last('database', { stop: say('database') })
    stop.first('server', { stop: async () => { await say('server')(); throw new Error('it hung') } })
    setTimeout(() => { throw new Error('uncaught') }, 50)
    await say('up')()`
  assert.deepEqual(await run(program, [], 'ignore'), { said: ['up', 'server', 'database'], code: 1 })
})
