import type { Period } from './model.ts'

/** Filters above the grid and closed groups. */
export type View = { q: string; group: string; period: Period; onlyAbnormal: boolean; closed: ReadonlySet<string> }

export const startingView: View = { q: '', group: '', period: 'all', onlyAbnormal: false, closed: new Set() }

/** Max checkups in a comparison. */
export const maxCompared = 5
