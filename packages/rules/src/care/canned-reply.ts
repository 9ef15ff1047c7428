/** Recipient of the text; unknown values are null. */
export type Addressed = { last_name: string; first_name: string; main_doctor: string | null }

/** Placeholders for bulk messages, written between braces. */
export const placeholders = ['姓', '名', '担当医'] as const
export type Placeholder = (typeof placeholders)[number]

export type Filled = {
  text: string
  /** Unknown placeholders; left unchanged in the text. */
  unknown: string[]
  /** Known placeholders without a value for this person; left unchanged in the text. */
  missing: Placeholder[]
}

// input methods produce full-width braces
const written = /[{｛]([^{}｛｝\n]{1,30})[}｝]/g

const isOurs = (name: string): name is Placeholder => (placeholders as readonly string[]).includes(name)

/** Lists the unknown placeholders of a text. */
export const unknownPlaceholders = (text: string): string[] => [
  ...new Set([...text.matchAll(written)].flatMap(([whole, name]) => (isOurs(name!.trim()) ? [] : [whole]))),
]

/** Fills the text for one person in a single pass, so that placeholders inside names are not filled. */
export const fillPlaceholders = (text: string, { last_name, first_name, main_doctor }: Addressed): Filled => {
  const values: Record<Placeholder, string | null> = { 姓: last_name, 名: first_name, 担当医: main_doctor }
  const missing = new Set<Placeholder>()
  const filled = text.replace(written, (whole, name: string) => {
    const ours = name.trim()
    if (!isOurs(ours)) return whole
    const value = values[ours]
    if (value) return value
    missing.add(ours)
    return whole
  })
  return { text: filled, unknown: unknownPlaceholders(text), missing: [...missing] }
}
