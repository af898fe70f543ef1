import type { BlockStudio } from '#studio/screen.ts'

export const ticketsStudio: BlockStudio = {}
