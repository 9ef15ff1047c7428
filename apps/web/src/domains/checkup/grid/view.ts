import type { Period } from './model.ts'

/** What somebody has set above the grid, and which groups they closed. */
export type View = { q: string; group: string; period: Period; trouble: boolean; closed: ReadonlySet<string> }

export const startingView: View = { q: '', group: '', period: 'all', trouble: false, closed: new Set() }

/** Checkups that stand side by side. */
export const maxCompared = 5
