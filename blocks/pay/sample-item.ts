/** The product that every new tenant gets (migrations/202611200050_items.sql). */
export const SAMPLE_ITEM = { name: 'Sample product', price_cents: 1000 } as const
