import { timingSafeEqual } from 'node:crypto'

/** Compares in a time that tells nothing about the place of a difference. */
export const sameBytes = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)
