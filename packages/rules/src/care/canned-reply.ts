/** Whom the words are for. What is not known of them is null. */
export type Addressed = { last_name: string; first_name: string; main_doctor: string | null }

/** What may stand in words that go to many, as people type it between braces. */
export const placeholders = ['姓', '名', '担当医'] as const
export type Placeholder = (typeof placeholders)[number]

export type Filled = {
  text: string
  /** Between braces, and none of ours: it stays as it was typed. */
  unknown: string[]
  /** Ours, and not known of this person: it stays as it was typed. */
  missing: Placeholder[]
}

// an input method gives the wide braces
const written = /[{｛]([^{}｛｝\n]{1,30})[}｝]/g

const isOurs = (name: string): name is Placeholder => (placeholders as readonly string[]).includes(name)

/** The placeholders of a text that are none of ours. */
export const unknownPlaceholders = (text: string): string[] => [
  ...new Set([...text.matchAll(written)].flatMap(([whole, name]) => (isOurs(name!.trim()) ? [] : [whole]))),
]

/** The words for one person. A name that looks like a placeholder is not filled again. */
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
