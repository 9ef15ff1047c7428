import type { ScoreComponent } from '@sukoyaka/rules/record/score'

// the types of the reference data file
type Names = { name: string; name_ja: string; name_en: string; name_kr: string }
type Item = Names & { components: ScoreComponent[]; strip: boolean; sort_number: number }
type File = { items: Item[]; total: Names & { weights: Record<string, number> } }

const names = ({ name, name_ja, name_en, name_kr }: Names) => ({ name, name_ja, name_en, name_kr })

/** The total comes first, followed by its categories. */
export const scoreRows = ({ items, total }: File) => [
  { ...names(total), components: [], weight: 0, strip: false, sort_number: 0 },
  ...items.map((item) => ({
    ...names(item),
    components: item.components,
    weight: total.weights[item.name] ?? 0,
    strip: item.strip,
    sort_number: item.sort_number,
  })),
]
