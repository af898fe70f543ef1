import { defineErrors } from '#kernel/errors.ts'

export const formErrors = defineErrors({
  form_not_found: { status: 404, text: 'Form not found' },
  table_not_found: { status: 404, text: 'Table not found' },
  audience_not_found: { status: 400, text: 'This audience does not exist' },
  too_many_forms: { status: 409, text: 'A site has at most 200 forms' },
  form_changed: { status: 409, text: 'Someone else just changed this form. Load it again.' },
  bad_design: { status: 400, text: 'The design of the form is not valid' },
  bad_limits: { status: 400, text: 'closes_at must be after opens_at' },
  site_not_listed: { status: 400, text: 'The form can only redirect to a page of a site on your list' },
  form_closed: { status: 403, text: 'This form takes no submissions now' },
  form_outdated: { status: 409, text: 'This form does not fit its table any more' },
  invalid_answers: { status: 400, text: 'Some answers are not valid' },
  unknown_field: { status: 400, text: 'The form does not ask for this field' },
  bad_ticket: { status: 400, text: 'The proof of work is not valid. Load the form again.' },
  ticket_expired: { status: 409, text: 'The form was open for too long. Request a new ticket.' },
  too_fast: { status: 409, text: 'This was sent too fast. Wait two seconds and send it again.' },
  looks_automated: { status: 400, text: 'This looks automated. Load the form again.' },
  already_sent: { status: 409, text: 'This was already sent. Load the form again to send another.' },
})
