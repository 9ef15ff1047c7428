// built per call: an import is rare, and each of its reads is small
import type { DiagnosticReport, Observation } from '@medplum/fhirtypes'
import { readValue } from '@sukoyaka/rules/record/judge'
import { tokyoDay } from '@sukoyaka/rules/time'
import { importReasons } from '@sukoyaka/wire/boards/fhir-import'
import { testPackageStatus } from '@sukoyaka/wire/record/checkup'
import { type SQL, sql } from 'drizzle-orm'
import { type JudgedCategory, readJudging } from '../../checkup/judging-store.ts'
import { putResults } from '../../checkup/result-store.ts'
import { test_packages, test_results } from '../../checkup/tables.ts'
import { instantOf, readObservation } from '../resource/observation.ts'
import type { BundleItem } from './read-bundle.ts'
import { readSafely } from './read-safely.ts'
import { compared, refused, type Taken, type Taking } from './take-history-store.ts'

type Item = BundleItem & { resource: Observation | DiagnosticReport }
type Wanted = {
  item: Item
  category_id: number
  value: number
  comparator: ReadEntry['comparator']
  unit: string | undefined
  recorded_at: string
  isDay: boolean
}
type ReadEntry = Exclude<ReturnType<typeof readObservation>, { reason: string }>
type Existing = { place: number; id: number; value: number | null; comparator: string | null; is_derived: boolean }

/** The references of a report to its observations. Returns a `reason` if it was withdrawn, or if a part of it that the import uses cannot be read. */
const readReport = (item: Item) =>
  readSafely((): { references: string[] } | { reason: 'invalid' | 'entered_in_error' } => {
    const { status, result = [], code, performer, effectiveDateTime, effectivePeriod } = item.resource as DiagnosticReport
    const texts = [code.text, performer?.[0]?.display, effectiveDateTime, effectivePeriod?.start, ...result.map(({ reference }) => reference)]
    if (texts.some((text) => text !== undefined && typeof text !== 'string')) return { reason: 'invalid' }
    if (status === 'entered-in-error' || status === 'cancelled') return { reason: 'entered_in_error' }
    return { references: result.flatMap(({ reference }) => reference ?? []) }
  })

/** The readable reports, by the references to their observations. */
const reportsByReference = (items: readonly Item[]) =>
  new Map(
    items.flatMap((item) => {
      const report = item.resource.resourceType === 'DiagnosticReport' ? readReport(item) : undefined
      return report && 'references' in report ? report.references.map((reference) => [reference, item] as const) : []
    }),
  )

const wantedOf = ({ catalogue }: Taking, item: Item): Wanted | Taken => {
  const read = readSafely(() => readObservation(item.resource as Observation))
  if ('reason' in read) return refused(read.reason)
  const category = catalogue.categoryOf(read.codes)
  if (!category) return refused('code_unknown')
  const { comparator, recorded_at, isDay } = read
  if (!category.value_labels)
    return read.value === undefined
      ? refused('without_value')
      : { item, category_id: category.id, value: read.value, comparator, unit: read.unit, recorded_at, isDay }
  const value = read.label === undefined ? undefined : catalogue.valueOf(category, read.label)
  return value === undefined ? refused('label_unknown') : { item, category_id: category.id, value, comparator: null, unit: undefined, recorded_at, isDay }
}

/** Moments of a Tokyo day that stand for the day alone: its start, and nine o'clock, as earlier imports of bundles stored it. */
const dayMoments = ['00:00', '09:00']

/**
 * The stored results to compare with each entry: those of its category and moment, in a checkup or not, and if the entry or the stored result has only a day,
 * also measured results of a checkup on the same Tokyo day. An entry that has only a day is not compared with derived results.
 */
const existingResults = async ({ scope, user_id }: Taking, wanted: readonly Wanted[]): Promise<Map<Wanted, Existing[]>> => {
  const keys = JSON.stringify(wanted.map(({ category_id, recorded_at, isDay }, place) => ({ place, category_id, recorded_at, is_day: isDay })))
  const tokyo = (column: SQL) => sql`(${column} at time zone 'Asia/Tokyo')`
  const [stored, sent] = [tokyo(sql`r.recorded_at`), tokyo(sql`k.recorded_at`)]
  const { rows } = await scope.db.execute<Existing>(sql`
    select k.place, r.id, r.value, r.comparator, r.is_derived
    from ${scope.from(test_results, 'r')} join json_to_recordset(${keys}::json) k (place int, category_id bigint, recorded_at timestamptz(3), is_day boolean)
      on k.category_id = r.category_id and (k.recorded_at = r.recorded_at
        or r.test_package_id is not null and ${stored}::date = ${sent}::date and (k.is_day or ${stored}::time = any(${sql.param(dayMoments)}::time[])))
    where r.user_id = ${user_id} and r.type = 0 and (not r.is_derived or not k.is_day and k.recorded_at = r.recorded_at) order by r.id`)
  return Map.groupBy(rows, ({ place }) => wanted[place]!)
}

/** Adds a checkup, not released, for the results of a report, or for those of a day that have no report. */
const addCheckup = async ({ scope, user_id }: Taking, report: DiagnosticReport | undefined, recorded_at: string, name: string): Promise<number> => {
  const tested_at = instantOf(report?.effectiveDateTime ?? report?.effectivePeriod?.start ?? '') ?? recorded_at
  const [added] = await scope
    .insert(test_packages)
    .values({
      user_id,
      kind: 'general',
      name: (report?.code.text ?? name).slice(0, 100),
      location: (report?.performer?.[0]?.display ?? '').slice(0, 100),
      status: testPackageStatus.complete,
      tested_at,
    })
    .returning({ id: test_packages.id })
  return added!.id
}

const reasonOf = (reason: string | undefined) => importReasons.find((item) => item === reason) ?? 'invalid'

type Result = { taken: Map<Item, Taken>; packages: Map<Item | undefined, number>; added: number[] }

const takeGroup = async (taking: Taking, group: readonly Wanted[], report: Item | undefined, name: string, result: Result) => {
  const id = await addCheckup(taking, report?.resource as DiagnosticReport | undefined, group[0]!.recorded_at, name)
  const results = group.map(({ category_id, value, comparator, unit, recorded_at }) => ({
    category_id,
    value,
    comparator,
    recorded_at,
    ...(unit && { unit: unit.slice(0, 30) }),
  }))
  const outcomes = await putResults(taking.scope, { user_id: taking.user_id, test_package_id: id, results }, taking.today)
  for (const { index, outcome, reason, result: stored } of outcomes)
    result.taken.set(
      group[index]!.item,
      outcome === 'refused' || !stored
        ? refused(reasonOf(reason))
        : { outcome: outcome === 'same' ? 'same' : 'new', table_name: 'test_results', row_id: stored.id },
    )
  if (outcomes.every(({ outcome }) => outcome === 'refused')) await taking.scope.delete(test_packages).where(sql`${test_packages.id} = ${id}`)
  else {
    result.added.push(id)
    if (report) result.packages.set(report, id)
  }
}

/** Whether a stored result is what this entry would be stored as: converted to the category's unit and rounded. */
const isSameAs = (category: JudgedCategory | undefined, entry: Wanted) => {
  const read = category && readValue(category, { ...entry, confirmed: true })
  return ({ value, comparator, is_derived }: Existing) =>
    is_derived || (read !== undefined && !('problem' in read) && value === read.value && (comparator ?? null) === read.comparator)
}

/** Writes the results that are not in the record yet into one checkup per report, or per Tokyo day for those without a report. */
export const takeResults = async (taking: Taking, items: readonly Item[], name: string): Promise<Result> => {
  const reports = reportsByReference(items)
  const result: Result = { taken: new Map(), packages: new Map(), added: [] }
  const wanted: Wanted[] = []
  for (const item of items) {
    if (item.resource.resourceType !== 'Observation') continue
    const read = wantedOf(taking, item)
    if ('outcome' in read) result.taken.set(item, read)
    else wanted.push(read)
  }
  const { byId } = await readJudging(taking.scope.db)
  const existing = wanted.length ? await existingResults(taking, wanted) : new Map<Wanted, Existing[]>()
  const groups = new Map<string, { report: Item | undefined; group: Wanted[] }>()
  for (const entry of wanted) {
    const found = compared(existing.get(entry) ?? [], 'test_results', isSameAs(byId.get(entry.category_id), entry))
    if (found) {
      result.taken.set(entry.item, found)
      continue
    }
    const report = entry.item.names.map((item) => reports.get(item)).find(Boolean)
    const key = report ? `report ${report.index}` : tokyoDay(entry.recorded_at)
    const place = groups.get(key) ?? { report, group: [] }
    place.group.push(entry)
    groups.set(key, place)
  }
  for (const { report, group } of groups.values()) await takeGroup(taking, group, report, name, result)
  return result
}

/** The outcome of a report: its new checkup, else a result of it that was in the record already, else a refusal. */
export const takeReport = (item: Item, { packages, taken }: Result, items: readonly Item[]): Taken => {
  const id = packages.get(item)
  if (id !== undefined) return { outcome: 'new', table_name: 'test_packages', row_id: id }
  const read = readReport(item)
  if ('reason' in read) return refused(read.reason)
  const references = new Set(read.references)
  const own = items.filter(({ names }) => names.some((name) => references.has(name))).flatMap((entry) => taken.get(entry) ?? [])
  const same = own.find((entry) => entry.outcome === 'same')
  return same ? { ...same } : refused('empty')
}
