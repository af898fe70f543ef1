// Third chunk of the loader, for what few page views need: counting visits, the return from a payment, and the link in place of a block.
export { startMeasure } from '../measure/measure.ts'
export { translate } from './open-text.ts'
export { restorePlace } from './restore-place.ts'
