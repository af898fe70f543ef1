import { timingSafeEqual } from 'node:crypto'

/** Compares in constant time, so that the duration does not reveal the position of a difference. */
export const sameBytes = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)
