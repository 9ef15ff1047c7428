/** A disease of the catalogue with its indicators. */
type IndicatedDisease = { id: number; indicators?: readonly { type: string; name: string; priority: number }[] | undefined }

const symptomType = 'symptom_category'
const weightOfPriority = (priority: number) => Math.max(1, 4 - priority)

/**
 * Finds the diseases of the catalogue that a reported symptom indicates (`disease_ids`). `weightOf` returns the weight of another item that indicates
 * one of these diseases: the more symptoms and the higher the priorities, the higher the weight. 0 for unrelated items.
 */
export const relatedToSymptoms = (diseases: readonly IndicatedDisease[], symptoms: ReadonlySet<string>) => {
  const weights = new Map<string, number>()
  const disease_ids = new Set<number>()
  for (const { id, indicators = [] } of diseases) {
    const share = indicators.reduce((sum, { type, name, priority }) => sum + (type === symptomType && symptoms.has(name) ? weightOfPriority(priority) : 0), 0)
    if (!share) continue
    disease_ids.add(id)
    for (const { type, name, priority } of indicators)
      if (type !== symptomType) weights.set(`${type} ${name}`, (weights.get(`${type} ${name}`) ?? 0) + share * weightOfPriority(priority))
  }
  return { disease_ids, weightOf: (type: string, name: string) => weights.get(`${type} ${name}`) ?? 0 }
}
