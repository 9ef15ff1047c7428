import { normalizePhone } from '@sukoyaka/rules/person'
import { isDay } from '@sukoyaka/rules/time'
import type { FacilityInput } from '@sukoyaka/wire/boards/admin/facility'
import type { FieldReason } from '@sukoyaka/wire/errors'
import { assertValid, normalizeText } from '../../access/rows.ts'

type Rule = FacilityInput['rules'][number]
type Problems = Record<string, FieldReason | false>

const periodProblems = ({ type, from, to }: Rule): Problems => {
  const isYearly = type === 'date_range_yearly'
  // 2024 is a leap year: a yearly period may begin or end on 02-29
  const isWrong = (text: string | null) => text !== null && !isDay(isYearly ? `2024-${text}` : text)
  return {
    from: from === null ? 'required' : isWrong(from) && 'format',
    to: to === null ? 'required' : isWrong(to) ? 'format' : !isYearly && from !== null && to < from && 'before_started_on',
  }
}

const ruleProblems = (rule: Rule): Problems => {
  switch (rule.type) {
    case 'weekday':
      return { weekdays: !rule.weekdays.length && 'required' }
    case 'date':
      return { dates: !rule.dates.length && 'required' }
    case 'date_range':
    case 'date_range_yearly':
      return periodProblems(rule)
    case 'lead_days':
    case 'change_cutoff':
      return { days: rule.days === null && 'required' }
    default:
      return {}
  }
}

const prefixed = (path: string, problems: Problems) => Object.fromEntries(Object.entries(problems).map(([name, reason]) => [`${path}.${name}`, reason]))

const repeated = (keys: readonly string[]) => keys.map((key, at) => keys.indexOf(key) < at)

/** Problems of courses or options. */
const offeredProblems = (list: 'courses' | 'options', entries: FacilityInput['options'], isCategory: (name: string) => boolean): Problems => {
  const isRepeated = repeated(entries.map(({ name }) => name))
  return Object.assign(
    {},
    ...entries.map((entry, at) =>
      prefixed(`${list}.${at}`, {
        name: isRepeated[at]! && 'twice',
        name_ja: !normalizeText(entry.name_ja) && 'required',
        test_category_names: !entry.test_category_names.every(isCategory) && 'not_allowed',
      }),
    ),
  )
}

/** Throws 422 with the wrong fields by their paths, such as `courses.0.name_ja`. `known`: the names of the test categories. */
export const assertValidFacility = (input: FacilityInput, known: ReadonlySet<string>): void => {
  const optionNames = new Set(input.options.map(({ name }) => name))
  const isStartRepeated = repeated(input.start_times.map(({ weekday, time }) => `${weekday} ${time}`))
  assertValid({
    name_ja: !normalizeText(input.name_ja) && 'required',
    phone_number: input.phone_number.trim() !== '' && normalizePhone(input.phone_number) === null && 'format',
    ...offeredProblems('courses', input.courses, (name) => known.has(name)),
    ...offeredProblems('options', input.options, (name) => known.has(name)),
    ...Object.fromEntries(
      input.courses.map(({ option_names }, at) => [`courses.${at}.option_names`, !option_names.every((name) => optionNames.has(name)) && 'not_allowed']),
    ),
    ...Object.fromEntries(input.start_times.map((_, at) => [`start_times.${at}.time`, isStartRepeated[at]! && 'twice'])),
    ...Object.fromEntries(input.hours.map(({ opens, closes }, at) => [`hours.${at}.closes`, closes <= opens && 'before_start'])),
    ...Object.assign({}, ...input.rules.map((rule, at) => prefixed(`rules.${at}`, ruleProblems(rule)))),
  })
}
