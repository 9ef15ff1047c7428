import type { Disease } from '@sukoyaka/wire/care/assessment'

export const nameOf = (disease: Disease | undefined) => disease?.display_name ?? ''
