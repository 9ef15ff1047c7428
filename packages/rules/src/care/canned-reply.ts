/** Recipient of the text; `main_doctor` is null if the patient has none. */
export type Recipient = { last_name: string; first_name: string; main_doctor: string | null }

/** Placeholders in canned replies and bulk messages, written between braces. */
export const placeholders = ['姓', '名', '担当医'] as const
export type Placeholder = (typeof placeholders)[number]

export type FilledText = {
  text: string
  /** Unknown placeholders; left unchanged in the text. */
  unknown: string[]
  /** Known placeholders without a value for this person; left unchanged in the text. */
  missing: Placeholder[]
}

// input methods produce full-width braces
const placeholderPattern = /[{｛]([^{}｛｝\n]{1,30})[}｝]/g

const isPlaceholder = (name: string): name is Placeholder => (placeholders as readonly string[]).includes(name)

/** Lists the unknown placeholders of a text. */
export const unknownPlaceholders = (text: string): string[] => [
  ...new Set([...text.matchAll(placeholderPattern)].flatMap(([match, name]) => (isPlaceholder(name!.trim()) ? [] : [match]))),
]

/** Fills the text for one person in a single pass, so that placeholders inside names are not filled. */
export const fillPlaceholders = (text: string, { last_name, first_name, main_doctor }: Recipient): FilledText => {
  const values: Record<Placeholder, string | null> = { 姓: last_name, 名: first_name, 担当医: main_doctor }
  const missing = new Set<Placeholder>()
  const filled = text.replace(placeholderPattern, (match, name: string) => {
    const placeholder = name.trim()
    if (!isPlaceholder(placeholder)) return match
    const value = values[placeholder]
    if (value) return value
    missing.add(placeholder)
    return match
  })
  return { text: filled, unknown: unknownPlaceholders(text), missing: [...missing] }
}
