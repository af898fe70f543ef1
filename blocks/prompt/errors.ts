import { defineErrors } from '#kernel/errors.ts'

export const promptErrors = defineErrors({
  assistant_not_found: { status: 404, text: 'This assistant does not exist.' },
  assistant_closed: { status: 403, text: 'This assistant is not available to you.' },
  sign_in: { status: 401, text: 'Sign in to use this assistant.' },
  conversation_not_found: { status: 404, text: 'This conversation does not exist.' },
  message_not_found: { status: 404, text: 'This answer does not exist.' },
  source_not_found: { status: 404, text: 'This source does not exist or is not for you.' },
  limit_visitor: { status: 429, text: 'You have asked all questions of today. Please come back tomorrow.' },
  limit_member: { status: 429, text: 'You have asked all questions of today. Please come back tomorrow.' },
  limit_day: {
    status: 429,
    text: 'The assistant has reached its limit of today. Please come back tomorrow.',
  },
  limit_month: { status: 429, text: 'The assistant has reached its limit of this month.' },
  too_many_at_once: {
    status: 429,
    text: 'Many visitors are asking right now. Please try again in a moment.',
  },
  no_hand_over: { status: 409, text: 'This assistant has no one to hand over to.' },
  assistant_changed: {
    status: 409,
    text: 'Someone else changed this assistant meanwhile. Reload the page to see it.',
  },
  source_changed: {
    status: 409,
    text: 'Someone else changed this source meanwhile. Reload the page to see it.',
  },
  bad_source: { status: 400, text: 'This does not fit the kind of the source.' },
  file_missing: { status: 404, text: 'This file has not been uploaded.' },
  audience_not_found: { status: 404, text: 'Audience not found' },
  url_refused: { status: 409, text: 'This address cannot be reached from here.' },
  key_missing: { status: 400, text: 'The provider needs a key.' },
  most_assistants: { status: 409, text: 'You have reached the number of assistants of your plan.' },
  most_sources: { status: 409, text: 'An assistant has at most 100 sources.' },
  plan: { code: 'plan_required', status: 402, text: 'This needs a higher plan in live mode' },
})
