/**
 * Whether this visitor may send a form now. `not_yet`, `ended`, `full` and `closed` hold for everyone; `done`: the member sent it
 * as often as one may.
 */
export const FORM_STATES = [
  'open',
  'closed',
  'not_yet',
  'ended',
  'full',
  'sign_in',
  'not_for_you',
  'done',
] as const
export type FormState = (typeof FORM_STATES)[number]

/** Least time between loading a form and sending it, in milliseconds. A visitor cannot read and fill a form faster. */
export const LEAST_MS = 2000
