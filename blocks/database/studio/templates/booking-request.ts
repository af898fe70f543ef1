import { AUTHOR, type TableTemplate } from './template.ts'

export const bookingRequest: TableTemplate = {
  id: 'booking-request',
  name: 'Booking request',
  text: 'Visitors ask for a date. You confirm or decline, and members see their own requests.',
  title: 'Booking requests',
  fields: [
    { name: 'name', title: 'Name', kind: 'text', required: true, max: 120 },
    { name: 'email', title: 'Email', kind: 'email', required: true },
    { name: 'phone', title: 'Phone', kind: 'phone' },
    { name: 'wanted', title: 'Date and time', kind: 'date_time', required: true },
    { name: 'guests', title: 'Guests', kind: 'number', required: true, min: 1, max: 100, default: 2 },
    { name: 'wishes', title: 'Wishes', kind: 'long_text', max: 2000 },
    {
      name: 'status',
      title: 'Status',
      kind: 'choice',
      default: 'new',
      choices: [
        { value: 'new', title: 'New', color: 'accent' },
        { value: 'confirmed', title: 'Confirmed', color: 'green' },
        { value: 'declined', title: 'Declined', color: 'red' },
      ],
    },
  ],
  rights: { see: AUTHOR, add: null, change: null, delete: null },
  approval: false,
  form: {
    title: 'Request a booking',
    asks: ['name', 'email', 'phone', 'wanted', 'guests', 'wishes'],
    settings: {
      button: 'Send request',
      thanks: 'Thank you for your request. We confirm it by email.',
      notify: true,
    },
    confirm: {
      subject: 'We received your booking request',
      text: 'Thank you for your request. We confirm it by email as soon as we can.',
    },
  },
  list: {
    title: 'Your requests',
    layout: 'table',
    shows: ['wanted', 'guests', 'status'],
    order: 'wanted',
    empty: 'No requests yet. If you have sent one, sign in to see it.',
  },
  rows: [
    {
      name: 'Petra Novak',
      email: 'petra@example.com',
      phone: '+49 30 1234567',
      wanted: '2027-05-14T18:30:00Z',
      guests: 6,
      wishes: 'A table by the window, please.',
      status: 'confirmed',
    },
    {
      name: 'David Osei',
      email: 'david@example.com',
      wanted: '2027-05-20T11:00:00Z',
      guests: 2,
      status: 'new',
    },
  ],
}
