import { defineErrors } from '#kernel/errors.ts'

export const analyticsErrors = defineErrors({
  origin_not_allowed: { status: 403, text: 'This site is not on the list of the tenant’s sites.' },
  not_measuring: { status: 403, text: 'This tenant does not measure visits.' },
  too_many_events: { status: 429, text: 'This tenant sends more events than are stored. Try again later.' },
  busy: { status: 503, text: 'Events cannot be stored right now. Send them again later.' },
  unknown_zone: { status: 400, text: 'The server does not know this time zone' },
  bad_period: { status: 400, text: 'The period must start before it ends, and cover at most 400 days.' },
  no_figure: { status: 404, text: 'The tenant does not publish this figure.' },
  not_shared: { status: 404, text: 'This link does not work any more.' },
  goal_not_found: { status: 404, text: 'This goal does not exist.' },
  funnel_not_found: { status: 404, text: 'This funnel does not exist.' },
  note_not_found: { status: 404, text: 'This note does not exist.' },
  most: {
    code: 'most_reached',
    status: 409,
    text: 'You have reached the number of these. Delete one first.',
  },
  plan: { code: 'plan_required', status: 402, text: 'Analytics needs the Business plan in live mode' },
})
