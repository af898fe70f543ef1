/** What the front page says of the plans. Written down, because that page asks the server for nothing; a test compares. */
export const LANDING_OFFERS = [
  {
    id: 'free',
    name: 'Free',
    price: '€0',
    features: ['Auth (email/password)', '1 database table', '1 form'],
  },
  {
    id: 'pro',
    name: 'Pro',
    price: '€19',
    features: [
      'Social login',
      'Unlimited tables and forms',
      'Payments (checkout and subscriptions)',
      'AI Prompt',
      'Content Library',
      'Simple Ticketing/Event',
    ],
  },
  {
    id: 'business',
    name: 'Business',
    price: '€59',
    features: [
      'Everything in Pro',
      'Roles and orgs',
      'Team-scoped database with row-level security',
      'Multi-tier event ticketing',
      'Advanced AI',
      'Analytics',
      'Priority support',
    ],
  },
] as const
