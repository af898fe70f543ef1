import type { MyTeams } from '#features/teams/endpoints.ts'

const day = '2026-10-01T09:00:00Z'

/** A bakery's wholesale team, as its admin sees it. */
export const SAMPLE_TEAMS: MyTeams = {
  teams: [
    { id: 'oak', name: 'Café Oak', role: 'admin', active: true },
    { id: 'elm', name: 'Elm Street Kitchen', role: 'member', active: false },
  ],
  team: {
    id: 'oak',
    name: 'Café Oak',
    created_at: day,
    members: [
      { id: 'sample', name: 'Ines Almeida', email: 'ines@example.com', role: 'admin', joined_at: day },
      { id: 'tomas', name: 'Tomás Vidal', email: 'tomas@example.com', role: 'member', joined_at: day },
      { id: 'yuki', name: '', email: 'yuki@example.com', role: 'member', joined_at: day },
    ],
    invitations: [
      {
        id: 'invited',
        email: 'lea@example.com',
        role: 'member',
        created_at: day,
        expires_at: '2026-12-24T09:00:00Z',
      },
    ],
    seats: [
      {
        product_id: 'plan',
        product: 'Wholesale club',
        seats: 2,
        without: ['yuki'],
        own_order_id: 'order',
        own_seats: 2,
      },
    ],
  },
  may_create: true,
  free_seats: [],
  sells_seats: true,
}
