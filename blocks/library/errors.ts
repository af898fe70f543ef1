import { defineErrors } from '#kernel/errors.ts'

export const libraryErrors = defineErrors({
  item_not_found: { status: 404, text: 'This item does not exist or is not for you.' },
  item_closed: { status: 403, text: 'You may not open this yet.' },
  no_file: { status: 409, text: 'This item has no file.' },
  link_expired: { status: 403, text: 'This address has expired or belongs to another session.' },
  bad_article: { status: 400, text: 'The text contains something that articles do not support.' },
  bad_body: { status: 400, text: 'The content does not fit the kind of the item.' },
  file_missing: { status: 400, text: 'This file has not been uploaded.' },
  slug_taken: { status: 409, text: 'Another item has this address. Choose another one.' },
  item_changed: {
    status: 409,
    text: 'Someone else changed this item meanwhile. Reload the page to see it.',
  },
  audience_not_found: { status: 404, text: 'Audience not found' },
  no_certificate: { status: 409, text: 'This course has no certificate for you yet.' },
  certificate_not_found: { status: 404, text: 'This certificate does not exist.' },
  no_course: { status: 409, text: 'This item is not a course.' },
  course_in_course: { status: 409, text: 'A course cannot be a lesson.' },
  lesson_twice: { status: 409, text: 'An item can be in a course only once.' },
  most: { code: 'most_items', status: 409, text: 'You have reached the number of items of your plan.' },
  most_lessons: { status: 409, text: 'A course has at most 500 lessons.' },
  most_modules: { status: 409, text: 'A course has at most 100 modules.' },
  most_captions: { status: 409, text: 'An item has captions in at most 20 languages.' },
  plan: { code: 'plan_required', status: 402, text: 'This needs a higher plan in live mode' },
})
