/** The demo's guestbook. Entries without `approved` are on the bakery's site; the others wait. */
export const GUESTS: readonly Readonly<Record<string, unknown>>[] = [
  {
    name: 'Lena Brandt',
    message: 'The rye keeps for a week, if you can leave it alone that long.',
    stars: 5,
  },
  { name: 'Tom and Ade', message: 'Thank you for the birthday wreath. There is not a crumb left.', stars: 5 },
  {
    name: 'Greta Nilsen',
    message: 'I took the Sunday class and my first starter is alive. A little crowded at noon, though.',
    stars: 4,
  },
  { name: 'Omar Haddad', message: 'The green door is easy to miss, and worth finding.', stars: 5 },
  { name: 'Yuki Mori', message: 'Will the buckwheat loaf come back in spring?', stars: 4, approved: false },
  { name: 'Cheap Flour 24', message: 'Best prices for flour, call us now!', approved: false },
]

/** Messages from the demo's contact form, some of them answered. */
export const MESSAGES: readonly Readonly<Record<string, unknown>>[] = [
  {
    name: 'Ines Koval',
    email: 'ines.koval@posteo.test',
    topic: 'order',
    message: 'One loaf was missing from my box on Saturday. Could you add it to the next one?',
    answered: true,
  },
  {
    name: 'Henrik Aas',
    email: 'henrik@aas.test',
    topic: 'question',
    message: 'Do you bake without sesame? My daughter is allergic to it.',
    answered: true,
  },
  {
    name: 'Maja Holm',
    email: 'maja@cafeholm.test',
    topic: 'other',
    message: 'We run a café two streets away and would like 20 rolls a day from May on. Whom do we talk to?',
    answered: false,
  },
]
