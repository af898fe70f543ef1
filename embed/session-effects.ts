// Runs the session's state machine: keeps its state, and runs the effects of each transition.
import type { EmbedUser } from '#kernel/browser/embed-page.ts'
import type { FrameStorage } from './frame/frame-storage.ts'
import {
  type ChannelMessage,
  type SessionEffect,
  type SessionEvent,
  type SessionState,
  reduceSession,
  SIGNED_OUT,
} from './session-state.ts'

export interface SessionMachine {
  readonly state: SessionState
  dispatch(event: SessionEvent): void
  /** Calls the listener after each change. @returns a function to unsubscribe */
  subscribe: (listener: (user: EmbedUser | null) => void) => () => void
}

export interface SessionPorts {
  keep: FrameStorage
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'> | undefined
  now: () => number
  /** Refreshes the session when it is due. A rejection is retried later. */
  refresh: () => Promise<void>
}

/** Starts signed out, and adopts what the tenant's other frames broadcast. */
export function createSessionMachine({ keep, channel, now, refresh }: SessionPorts): SessionMachine {
  const listeners = new Set<(user: EmbedUser | null) => void>()
  let state = SIGNED_OUT
  let timer: ReturnType<typeof setTimeout> | undefined

  function dispatch(event: SessionEvent): void {
    const next = reduceSession(state, event)
    state = next.state
    for (const effect of next.effects) run(effect)
  }

  function run(effect: SessionEffect): void {
    switch (effect.type) {
      case 'store':
        return keep.set('session', effect.token)
      case 'clearStorage':
        keep.set('session', null)
        return keep.set('looked', null)
      case 'refreshAt':
        return scheduleRefresh(effect.ms - now())
      case 'refreshIn':
        return scheduleRefresh(effect.ms)
      case 'cancelRefresh':
        return clearTimeout(timer)
      case 'notify':
        for (const listener of listeners) listener(state.user)
        return
      case 'broadcast':
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel only reaches our own origin
        channel?.postMessage(effect.message)
    }
  }

  function scheduleRefresh(delayMs: number): void {
    clearTimeout(timer)
    timer = setTimeout(
      () => refresh().catch(() => dispatch({ type: 'refreshFailed' })),
      Math.min(Math.max(delayMs, 1000), 2 ** 31 - 1),
    )
    // In Node a timer keeps the process running; browsers have no `unref`.
    ;(timer as { unref?: () => void }).unref?.()
  }

  channel?.addEventListener('message', ({ data }: MessageEvent<ChannelMessage>) => {
    if (data?.type === 'in' || data?.type === 'out') dispatch({ type: 'broadcast', message: data })
  })

  return {
    get state() {
      return state
    },
    dispatch,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
