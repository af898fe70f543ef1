/**
 * Loaded before each test file: makes `node:test` follow its tests with an `AsyncLocalStorage`. To know which test a
 * hook or an uncaught error belongs to, the runner gives every promise of the process an id and waits for its
 * collection, which takes a quarter of the processor time of a server test. The storage knows the same, and costs
 * nothing per promise. The runner loads while this file has its own `node:async_hooks`; everyone else gets the original.
 */
import hooks, { AsyncLocalStorage, AsyncResource } from 'node:async_hooks'
import type { HookCallbacks } from 'node:async_hooks'

/** Id of the test, hook or suite that runs. */
const running = new AsyncLocalStorage<number>()
/** The runner's callbacks; it creates one hook. */
let runner: HookCallbacks | undefined

/** Base class of the runner's tests, hooks and suites: tells the runner of each, and runs what is inside as part of it. */
class Scope extends AsyncResource {
  constructor(...args: ConstructorParameters<typeof AsyncResource>) {
    super(...args)
    runner?.init?.(this.asyncId(), args[0], this.triggerAsyncId(), this)
  }

  override runInAsyncScope<This, Result>(
    run: (this: This, ...args: unknown[]) => Result,
    self?: This,
    ...args: unknown[]
  ): Result {
    const inside = (): Result => running.run(this.asyncId(), () => run.apply(self as This, args))
    return super.runInAsyncScope(inside)
  }
}

const originals = { AsyncResource, createHook: hooks.createHook, executionAsyncId: hooks.executionAsyncId }
Object.assign(hooks, {
  AsyncResource: Scope,
  createHook: (callbacks: HookCallbacks) => ({
    enable: () => (runner = callbacks),
    disable: () => (runner = undefined),
  }),
  executionAsyncId: () => running.getStore() ?? originals.executionAsyncId(),
})
await import('node:test')
Object.assign(hooks, originals)
