import type Stripe from 'stripe'
import { identifier } from '../../identifier.ts'
import { invalid } from '../api/errors.ts'
import { complete } from '../contract/skeleton.ts'
import { emit } from '../webhooks/events.ts'
import type { Call } from '../world.ts'
import { doDueWork } from './due-work.ts'
import { DAY } from './periods.ts'
import { recurringOf } from '../subscriptions/subscription-state.ts'
import type { Subscription } from '../subscriptions/subscription-state.ts'

type Clock = Stripe.TestHelpers.TestClock
const DAYS = { day: 1, week: 7, month: 31, year: 366 } as Record<string, number>

export function createTestClock(call: Call<Stripe.TestHelpers.TestClockCreateParams>): Clock {
  const { world, scope, params, cause } = call
  if (scope.livemode) throw invalid('Test clocks can only be used in test mode.')
  if (params.customer !== undefined)
    throw invalid('Create the customer with `test_clock` instead.', 'customer')
  requireTime(params.frozen_time)
  const now = world.clock.seconds()
  const clock = complete<Clock>('testHelpers.testClocks.create', {
    id: identifier('clock', 24),
    created: now,
    deletes_after: now + 30 * DAY,
    frozen_time: params.frozen_time,
    livemode: false,
    name: params.name ?? null,
    status: 'ready',
    status_details: {},
  })
  world.objects.insert('test_helpers.test_clock', scope, now, clock)
  emit(world, scope, 'test_helpers.test_clock.created', clock, cause)
  return clock
}

/** Whole seconds between 1970 and 2100. */
function requireTime(seconds: number): void {
  if (!Number.isInteger(seconds) || seconds < 0 || seconds > Date.UTC(2100, 0) / 1000)
    throw invalid('Invalid integer', 'frozen_time', 'parameter_invalid_integer')
}

export function retrieveTestClock({ world, scope, path }: Call): Clock {
  return world.objects.get<Clock>('test_helpers.test_clock', scope, path['id']!).data
}

export function listTestClocks({
  world,
  scope,
  params,
}: Call<Stripe.TestHelpers.TestClockListParams>): object {
  return world.objects.page<Clock>('test_helpers.test_clock', scope, '/v1/test_helpers/test_clocks', params)
}

/**
 * Moves the time of the clock's customers forward. The response says `advancing`, as the provider's does. The
 * work is already done, and the next request returns `ready`.
 */
export function advanceTestClock(call: Call<Stripe.TestHelpers.TestClockAdvanceParams>): Clock {
  const { world, scope, params, path, cause } = call
  const { data } = world.objects.get<Clock>('test_helpers.test_clock', scope, path['id']!)
  const to = params.frozen_time
  requireTime(to)
  if (!(to > data.frozen_time))
    throw invalid('`frozen_time` must be after the current frozen time of the clock.', 'frozen_time')
  const farthest = data.frozen_time + 2 * shortestInterval(call, data.id)
  if (to > farthest)
    throw invalid(
      'You can only advance a test clock by two intervals of its shortest subscription at a time.',
      'frozen_time',
    )
  const advancing = {
    ...data,
    status: 'advancing',
    status_details: { advancing: { target_frozen_time: to } },
  }
  emit(world, scope, 'test_helpers.test_clock.advancing', advancing, cause)
  doDueWork(world, to, data.id)
  data.frozen_time = to
  world.objects.update(data.id, data)
  emit(world, scope, 'test_helpers.test_clock.ready', data, cause)
  return { ...advancing, frozen_time: data.frozen_time }
}

/** The shortest billing interval of a clock's subscriptions in seconds; two years if it has none. */
function shortestInterval({ world }: Call<unknown>, clock: string): number {
  const all = world.objects.where<Subscription>(
    'subscription',
    `json_extract(data, '$.ended_at') is null and json_extract(data, '$.test_clock') = ?`,
    clock,
  )
  const lengths = all.map(({ data }) => {
    const { interval, interval_count: count } = recurringOf(data)
    return DAYS[interval]! * count * DAY
  })
  return Math.min(366 * DAY, ...lengths)
}

/** Deletes a test clock with its customers and their subscriptions. */
export function deleteTestClock({ world, scope, path, cause }: Call): object {
  const { data } = world.objects.get<Clock>('test_helpers.test_clock', scope, path['id']!)
  for (const kind of ['customer', 'subscription', 'invoice'] as const)
    for (const one of world.objects.where(kind, `json_extract(data, '$.test_clock') = ?`, data.id))
      world.objects.remove(one.id)
  world.objects.remove(data.id)
  emit(world, scope, 'test_helpers.test_clock.deleted', data, cause)
  return { id: data.id, object: 'test_helpers.test_clock', deleted: true }
}
