import type { Disease } from '@sukoyaka/wire/assessment'

export const nameOf = (disease: Disease | undefined) => disease?.display_name ?? ''
