import type { Language } from '@sukoyaka/phrases/language'
import { explanation as explanationWords } from '@sukoyaka/phrases/record/explanation'
import { imaging as imagingWords } from '@sukoyaka/phrases/record/imaging'
import { bySeverity, isAbnormal, needsAttention } from '@sukoyaka/rules/record/checkup'
import { explanationOf } from '@sukoyaka/rules/record/explanation/explanation'
import { formatDay, tokyoDay } from '@sukoyaka/rules/time'
import { translate } from '../../../config/language.ts'
import type { ReportContent } from '../content-store.ts'
import { type Bar, barOf } from './bar.ts'
import {
  countsOf,
  findingsOf,
  findingTexts,
  groupName,
  headOf,
  type Measured,
  markOf,
  measuredIn,
  overallOf,
  signerOf,
  toMeasured,
  valuePerCategory,
  type Words,
  wordsIn,
} from './report-parts.ts'

type Row = {
  name: string
  /** 1: unhealthy, 2: warning. Both mean that the value is out of range. */
  status: 1 | 2
  mark: string
  verdict: string
  range: string
  value: string
  unit: string
  previous: string
  bar: Bar | null
}
type Concern = { rows: Row[]; texts: string[] }

const isOutOfRange = (item: Measured): item is Measured & { status: 1 | 2 } => item.status === 1 || item.status === 2

const rowOf = (item: Measured & { status: 1 | 2 }, previous: Measured | undefined, language: Language, words: Words): Row => {
  const { category, status, text, unit, rangeText, side, value, healthyRange } = item
  const bar = healthyRange && !category.value_labels ? barOf(value, previous?.value ?? null, healthyRange) : undefined
  return {
    ...{ name: category.display_name, status, mark: markOf(status), value: text, unit },
    verdict: words(`verdict.${status}.${side ?? 'other'}`),
    range: rangeText && words('range', { range: rangeText }),
    previous: previous ? words('previous', { value: previous.text, day: formatDay(tokyoDay(previous.recorded_at), language) }) : '',
    bar: bar ?? null,
  }
}

/**
 * Values out of range, the most severe first. Values that mean the same, such as LDL and non-HDL cholesterol, are explained once, by the texts of the first.
 * A critical value (`is_serious`) sorts first. For it, `explanationOf` gives no advice for self-care, because `stepsOf` tells the patient to contact the team.
 * Exception: the texts for critically low glucose say when to take sugar.
 */
const concernsOf = (items: readonly Measured[], previousOf: (category_id: number) => Measured | undefined, language: Language, words: Words): Concern[] => {
  const say = (key: string) => (key in explanationWords.ja ? translate(explanationWords, language, key as keyof typeof explanationWords.ja) : '')
  const found = new Map<string, Concern>()
  for (const item of items.filter(isOutOfRange).toSorted(bySeverity)) {
    const { about, meaning, advice } = explanationOf({
      name: item.category.name,
      status: item.status,
      side: item.side ?? sideOfLabel(item),
      is_serious: item.is_serious,
    })
    const key = meaning ?? item.category.name
    const concern = found.get(key) ?? {
      rows: [],
      texts: [about ? say(`about.${about}`) : '', meaning ? say(`means.${meaning}`) : words('explainedByTeam'), advice ? say(`do.${advice}`) : ''].filter(
        Boolean,
      ),
    }
    concern.rows.push(rowOf(item, previousOf(item.category_id), language, words))
    found.set(key, concern)
  }
  return [...found.values()]
}
/** `high` if the label index of a qualitative value, such as (2+), is at or above `healthyRange.max`, which is an exclusive limit. */
const sideOfLabel = ({ category, healthyRange, value }: Measured) =>
  category.value_labels && healthyRange?.max != null && value >= healthyRange.max ? 'high' : undefined

/** One line for every group of values. Values out of range are counted here, too, although `concernsOf` lists them. */
const groupLinesOf = (items: readonly Measured[], language: Language, words: Words) =>
  [...Map.groupBy(items, ({ category }) => category.group)].map(([group, groupItems]) => {
    const { all, unhealthy, warning, unjudged } = countsOf(groupItems)
    const out = unhealthy + warning
    const text = out
      ? words('groups.some', { count: all, out })
      : [all > unjudged && words('groups.all', { count: all - unjudged }), unjudged > 0 && words('groups.unjudged', { count: unjudged })]
          .filter(Boolean)
          .join(words('separator'))
    return { name: groupName(group, language), mark: markOf(unhealthy ? 1 : warning ? 2 : all > unjudged ? 0 : null), text }
  })

type Finding = ReturnType<typeof findingsOf>[number]
const isUnjudged = ({ status, finding }: Pick<Finding, 'status' | 'finding'>) => status === null && finding !== ''

/** The provider's judgements that need attention, such as a further examination, each with its text. */
const judgementsOf = ({ provider_judgements }: ReportContent) => provider_judgements.filter(needsAttention).map(({ name, text }) => `${name} ${text}`)

const headlineOf = (items: readonly Measured[], findings: readonly Finding[], judgements: readonly string[], words: Words) => {
  const { unhealthy, warning, healthy } = countsOf(items)
  if (items.some(({ is_serious }) => is_serious)) return words('headline.serious')
  if (!unhealthy && findings.some((finding) => isAbnormal(finding) && !finding.is_follow_up_done)) return words('headline.finding')
  return words(unhealthy ? 'headline.1' : judgements.length ? 'headline.judgement' : warning ? 'headline.2' : healthy ? 'headline.0' : 'headline.null')
}

const followUpsOf = (findings: readonly Finding[], language: Language, words: Words) =>
  findings.flatMap(({ name, follow_up_kind, follow_up_on, is_follow_up_done }) =>
    follow_up_kind && follow_up_on && !is_follow_up_done
      ? [
          {
            title: words('next.followUp', { what: translate(imagingWords, language, `followUp.${follow_up_kind}`) }),
            text: words('next.followUpText', { name, day: formatDay(follow_up_on, language) }),
          },
        ]
      : [],
  )

const stepsOf = (items: readonly Measured[], findings: readonly Finding[], judgements: readonly string[], language: Language, words: Words) => {
  // a finding whose follow-up has a day gets its step from `followUpsOf`; one whose follow-up is done needs none
  const open = findings.filter(({ follow_up_on, is_follow_up_done }) => !follow_up_on && !is_follow_up_done)
  const valuesAndFindings = [...items.map((item) => ({ ...item, name: item.category.display_name })), ...open.map((item) => ({ ...item, is_serious: false }))]
  const namesOf = (isIncluded: (item: (typeof valuesAndFindings)[number]) => boolean) =>
    [...new Set(valuesAndFindings.filter(isIncluded).map(({ name }) => name))].join(words('separator'))
  const [seriousNames, unhealthyNames, warningNames] = [
    namesOf(({ is_serious }) => is_serious),
    namesOf(({ status, is_serious }) => status === 1 && !is_serious),
    namesOf(({ status, is_serious }) => status === 2 && !is_serious),
  ]
  const steps = [
    ...(seriousNames ? [{ title: words('next.contact'), text: words('next.contactText', { names: seriousNames }) }] : []),
    ...(unhealthyNames ? [{ title: words('next.confirm'), text: words('next.confirmText', { names: unhealthyNames }) }] : []),
    ...(judgements.length ? [{ title: words('next.judgement'), text: words('next.judgementText', { judgements: judgements.join(words('separator')) }) }] : []),
    ...followUpsOf(findings, language, words),
    ...(warningNames ? [{ title: words('next.watch'), text: words('next.watchText', { names: warningNames }) }] : []),
  ]
  const isAllWell = !findings.some((finding) => isAbnormal(finding) || isUnjudged(finding)) && [...items, ...findings].some(({ status }) => status === 0)
  return steps.length ? steps : [{ title: words(isAllWell ? 'next.nothing' : 'next.ask'), text: '' }]
}

/** What the patient's report prints, in plain words. */
export const patientReport = (content: ReportContent, language: Language) => {
  const words = wordsIn(language)
  const items = measuredIn(content)
  const findings = findingsOf(content)
  const judgements = judgementsOf(content)
  const [previousCheckup] = content.earlier
  const previousValues = previousCheckup && valuePerCategory(content.values, previousCheckup.id)
  const categoryOf = new Map(content.categories.map((category) => [category.id, category]))
  const previousOf = (category_id: number) => {
    const item = previousValues?.get(category_id)
    return item && toMeasured(item, categoryOf.get(category_id)!)
  }
  const counts = countsOf(items)
  const head = headOf(content, language)
  const by = signerOf(content.comment_by, language, words)
  return {
    head: {
      ...head,
      title: words('patient.title'),
      salutation: words('salutation', { name: head.name }),
      born: head.birthday ? words('born', { day: head.birthday, age: head.age ?? '', sex: head.sex }) : head.sex,
    },
    overall: overallOf(content),
    headline: headlineOf(items, findings, judgements, words),
    counts: [
      { mark: markOf(0), status: 0, name: words('count.0'), count: counts.healthy },
      { mark: markOf(2), status: 2, name: words('count.2'), count: counts.warning },
      { mark: markOf(1), status: 1, name: words('count.1'), count: counts.unhealthy },
      // the template numbers its colours by status and uses 3 for values that are not judged
      { mark: markOf(null), status: 3, name: words('count.null'), count: counts.unjudged },
    ],
    concerns: concernsOf(items, previousOf, language, words),
    groups: groupLinesOf(items, language, words),
    findings: findings.map((item) => ({ name: item.name, mark: markOf(item.status), ...findingTexts(item, language, 'patient.status.unknown') })),
    steps: stepsOf(items, findings, judgements, language, words),
    comment: content.comment ?? '',
    comment_by: by.name && content.commented_at ? words('comment.by', { ...by, day: formatDay(tokyoDay(content.commented_at), language) }) : '',
    labels: labelsOf(words),
  }
}

const labelsOf = (words: Words) => ({
  day: words('day'),
  place: words('place'),
  overall: words('overall'),
  concerns: words('concerns.title'),
  concerns_legend: words('concerns.legend'),
  groups: words('groups.title'),
  findings: words('findings.title'),
  steps: words('next.title'),
  comment: words('comment.title'),
  urgent: words('urgent'),
  urgent_text: words('urgentText'),
  contact: words('contact'),
  contact_text: words('contactText'),
  note: words('note'),
  all_values: words('allValues'),
})
