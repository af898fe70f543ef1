export { default } from '../site/guides.ts'
