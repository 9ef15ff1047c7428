import type { Tone } from '../../../ui/status/marks.tsx'

export const markKinds = ['medicine', 'goal', 'interview'] as const

/** Something that happened on a day, `YYYY-MM-DD`, drawn over every chart of results; the text says which. */
export type ChartMark = { at: string; kind: (typeof markKinds)[number]; text: string }

/** An assessment that an item led to. */
export type Related = { id: number; name: string; note: string; tone: Tone; onOpen?: () => void }

/** Of a day that is known only to the year or the month, the first it can be. */
export const firstDayOf = (partial: string) => `${partial}-01-01`.slice(0, 10)
