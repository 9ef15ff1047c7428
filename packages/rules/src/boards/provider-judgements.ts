import type { ProviderJudgement } from '@sukoyaka/wire/record/checkup'

/** By what they judge; of several of one name, the first, the second and so on are different ones. */
const bySubject = (judgements: readonly ProviderJudgement[]): Map<string, ProviderJudgement> => {
  const counts = new Map<string, number>()
  return new Map(
    judgements.map((judgement) => {
      const subject = `${judgement.is_overall} ${judgement.name}`
      const count = (counts.get(subject) ?? 0) + 1
      counts.set(subject, count)
      return [`${subject} ${count}`, judgement]
    }),
  )
}

/** The judgements of a checkup after another file of its provider: those that are not in the file stay. */
export const withJudgements = (existing: readonly ProviderJudgement[], ofFile: readonly ProviderJudgement[]): ProviderJudgement[] => [
  ...new Map([...bySubject(existing), ...bySubject(ofFile)]).values(),
]

/** The judgements after an import is undone that found `before` and left `written`. Those that changed since stay. */
export const withoutImport = (
  existing: readonly ProviderJudgement[],
  before: readonly ProviderJudgement[],
  written: readonly ProviderJudgement[],
): ProviderJudgement[] => {
  const [remaining, found, left] = [bySubject(existing), bySubject(before), bySubject(written)]
  for (const subject of new Set([...found.keys(), ...left.keys()])) {
    if (remaining.get(subject)?.text !== left.get(subject)?.text) continue
    const previous = found.get(subject)
    if (previous) remaining.set(subject, previous)
    else remaining.delete(subject)
  }
  return [...remaining.values()]
}
