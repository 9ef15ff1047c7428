import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getTableColumns, inArray, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../database/db.ts'
import { reference_versions } from '../database/tables.ts'
import { reference_ranges, result_categories, test_categories } from '../domains/checkup/tables.ts'
import { plans, services } from '../domains/contract/tables.ts'
import { searched } from '../domains/disease/disease-search.ts'
import { diseases } from '../domains/disease/tables.ts'
import { habit_goal_templates } from '../domains/habit/tables.ts'
import { health_record_categories } from '../domains/health-record/tables.ts'
import { lifestyle_categories } from '../domains/lifestyle/tables.ts'
import { medicines, supplements } from '../domains/medication/tables.ts'
import { emoticons } from '../domains/message/tables.ts'
import { health_score_categories } from '../domains/score/tables.ts'
import { symptom_categories } from '../domains/symptom/tables.ts'
import { loadFacilities } from './facility.ts'
import { templateRow } from './habit.ts'
import { medicineRow, supplementRow } from './medication.ts'
import { scoreRows } from './score.ts'
import { searchedBy } from './searched.ts'
import { loadStressCheck } from './stress-check.ts'

const folder = join(import.meta.dirname, '../../reference-data')
const read = (name: string) => readFileSync(join(folder, `${name}.json`), 'utf8')
// the reference data has its own validator, which defines the shapes
// biome-ignore lint/suspicious/noExplicitAny: see above
type Item = any
const itemsOf = (text: string): Item[] => JSON.parse(text).items
const names = ({ name, name_ja, name_en, name_kr }: Item) => ({ name, name_ja, name_en, name_kr })

/** Upserts rows by their key, which keeps their ids. Removed rows stay, because records reference them. */
const put = async (db: Db, table: PgTable, key: PgColumn, rows: Record<string, unknown>[]) => {
  if (!rows.length) return
  const columns = getTableColumns(table) as Record<string, PgColumn>
  const set = Object.fromEntries(Object.keys(rows[0]!).map((name) => [name, sql.raw(`excluded."${columns[name]!.name}"`)]))
  for (let at = 0; at < rows.length; at += 200) {
    const values = rows.slice(at, at + 200) as PgTable['$inferInsert'][]
    await db.insert(table).values(values).onConflictDoUpdate({ target: key, set })
  }
}

const loadPlans = async (db: Db, text: string) => {
  const { services: given, items } = JSON.parse(text) as { services: Item[]; items: Item[] }
  const display = (x: Item) => ({ name: x.name, name_ja: x.display_name_ja, name_en: x.display_name_en, name_kr: x.display_name_kr })
  await put(
    db,
    services,
    services.name,
    given.map((s) => ({
      ...display(s),
      chat: s.chat,
      followup_checkup_count: s.followup_checkup_count,
      full_checkup_count: s.full_checkup_count,
      interview_count: s.interview_count,
    })),
  )
  const ids = new Map((await db.select({ id: services.id, name: services.name }).from(services)).map((s) => [s.name, s.id]))
  await put(
    db,
    plans,
    plans.name,
    items.map((p) => ({
      ...display(p),
      price: p.price,
      billing_cycle: p.billing_cycle,
      contract_period: p.contract_period_months,
      duration: p.duration_months,
      auto_update: p.auto_update,
      service_id: ids.get(p.service),
      sort_number: p.sort_number,
    })),
  )
}

type Range = typeof reference_ranges.$inferInsert
type Span = { min: number | null; max: number | null }
const spanOf = ({ min, max }: Span) => [min, max]
const sameness = ({ category_id, sex, age_min, age_max, healthy, warning, unhealthy }: Range) =>
  JSON.stringify([category_id, sex, age_min, age_max ?? null, spanOf(healthy), warning.map(spanOf), unhealthy.below, unhealthy.above])

/** Retires changed ranges, because results reference them; new ones are valid from now on, the first of a category for all earlier days too. */
const putRanges = async (db: Db, given: Range[], category_ids: number[]) => {
  const held = await db.select().from(reference_ranges).where(inArray(reference_ranges.category_id, category_ids))
  const current = new Map(held.filter(({ retired_at }) => retired_at === null).map((range) => [sameness(range), range]))
  const wanted = new Set(given.map(sameness))
  const gone = [...current].flatMap(([same, { id }]) => (wanted.has(same) ? [] : [id]))
  const known = new Set(held.map(({ category_id }) => category_id))
  const added = given.filter((range) => !current.has(sameness(range)))
  if (gone.length) await db.update(reference_ranges).set({ retired_at: sql`now()` }).where(inArray(reference_ranges.id, gone))
  for (let at = 0; at < added.length; at += 500)
    await db
      .insert(reference_ranges)
      .values(added.slice(at, at + 500).map((range) => ({ ...range, valid_from: known.has(range.category_id) ? sql`now()` : null })))
}

const loadNumeric = async (db: Db, ...texts: string[]) => {
  const items = texts.flatMap((text, at) => itemsOf(text).map((item) => ({ ...item, sort_number: at * 1000 + item.sort_number })))
  await put(
    db,
    result_categories,
    result_categories.name,
    items.map((c) => ({
      ...names(c),
      type: 0,
      group: c.group,
      unit: c.unit,
      unit_display: c.unit_display ?? c.unit,
      decimals: c.decimals,
      applicable_sex: c.applicable_sex,
      possible: c.possible,
      likely: c.likely,
      serious: c.serious,
      conversions: c.conversions,
      loinc: c.loinc,
      jlac10: c.jlac10,
      source: c.source ?? '',
      sort_number: c.sort_number,
    })),
  )
  const ids = new Map((await db.select({ id: result_categories.id, name: result_categories.name }).from(result_categories)).map((c) => [c.name, c.id]))
  await putRanges(
    db,
    items.flatMap((c) =>
      c.ranges.map(({ sex, age_min, age_max, healthy, warning, unhealthy }: Item) => ({
        category_id: ids.get(c.name)!,
        sex,
        age_min,
        age_max,
        healthy,
        warning,
        unhealthy,
      })),
    ),
    items.map((c) => ids.get(c.name)!),
  )
}

const loadImages = (db: Db, text: string) =>
  put(
    db,
    result_categories,
    result_categories.name,
    itemsOf(text).map((c) => ({
      ...names(c),
      type: c.result_type_value,
      group: c.body_area,
      modality: c.modality,
      applicable_sex: c.applicable_sex,
      sort_number: 10_000 + c.sort_number,
    })),
  )

const loadTests = (db: Db, text: string) =>
  put(
    db,
    test_categories,
    test_categories.name,
    itemsOf(text).map((c) => ({
      ...names(c),
      group: c.group,
      applicable_sex: c.applicable_sex,
      requires_fasting: c.requires_fasting,
      default_package_kinds: c.default_package_kinds,
      numeric_categories: c.numeric_categories,
      image_categories: c.image_categories,
      sort_number: c.sort_number,
    })),
  )

const loadLifestyles = (db: Db, text: string, readings: string) => {
  const searched = searchedBy(readings)
  return put(
    db,
    lifestyle_categories,
    lifestyle_categories.name,
    itemsOf(text).map((c) => ({
      ...names(c),
      ...searched(c),
      major_division: c.division,
      value_type: c.value_type,
      unit: c.unit ?? '',
      options: c.options ?? [],
      range: c.range ?? null,
      rule: c.rule,
      line_chart: c.line_chart,
      question_ja: c.question_ja ?? '',
      question_en: c.question_en ?? '',
      question_kr: c.question_kr ?? '',
      sort_number: c.sort_number,
    })),
  )
}

const loadSymptoms = (db: Db, text: string, readings: string) => {
  const searched = searchedBy(readings)
  return put(
    db,
    symptom_categories,
    symptom_categories.name,
    itemsOf(text).map((c) => ({
      ...names(c),
      ...searched(c),
      body_area: c.body_area,
      value_type: c.value_type,
      options: c.options ?? [],
      applicable_sex: c.applicable_sex,
      red_flag: c.red_flag,
      sort_number: c.sort_number,
    })),
  )
}

const loadHealthRecords = (db: Db, text: string) =>
  put(
    db,
    health_record_categories,
    health_record_categories.name,
    itemsOf(text).map(({ value_kind, unit, values, sort_number, ...c }) => ({
      ...names({ ...c, name: c.code }),
      ...{ value_kind, unit: unit ?? '', values, sort_number },
    })),
  )

const loadDiseases = (db: Db, text: string, readings: string) => {
  const reading = new Map<string, Item>(itemsOf(readings).map((row) => [row.code, row]))
  return put(
    db,
    diseases,
    diseases.code,
    itemsOf(text).map((d) => ({
      code: d.code,
      name: d.name,
      name_local: d.name_local,
      name_kr: d.name_kr,
      icd10: d.icd10,
      kind: d.kind,
      danger_level: d.danger_level,
      description_ja: d.description_ja,
      description_en: d.description_en,
      indicators: d.indicators,
      prevent_plans: d.prevent_plans,
      disease_risks: d.disease_risks,
      sort_number: d.sort_number,
      ...searched({ ...d, name_kana: reading.get(d.code)?.name_kana ?? '', also: reading.get(d.code)?.also }),
    })),
  )
}

const loadTemplates = (db: Db, text: string) => put(db, habit_goal_templates, habit_goal_templates.code, itemsOf(text).map(templateRow))
const loadScores = (db: Db, text: string) => put(db, health_score_categories, health_score_categories.name, scoreRows(JSON.parse(text)))
const parts: { name: string; files: string[]; load: (db: Db, ...texts: string[]) => Promise<void> }[] = [
  { name: 'plans', files: ['plans'], load: loadPlans },
  { name: 'numeric', files: ['numeric_test_result_categories', 'numeric_test_result_categories_extra'], load: loadNumeric },
  { name: 'images', files: ['image_test_result_categories'], load: loadImages },
  { name: 'tests', files: ['test_categories'], load: loadTests },
  { name: 'lifestyles', files: ['lifestyle_categories', 'lifestyle_readings'], load: loadLifestyles },
  { name: 'symptoms', files: ['symptom_categories', 'symptom_readings'], load: loadSymptoms },
  { name: 'health_records', files: ['health_record_categories'], load: loadHealthRecords },
  { name: 'diseases', files: ['diseases', 'disease_readings'], load: loadDiseases },
  { name: 'templates', files: ['habit_goal_templates'], load: loadTemplates },
  { name: 'emoticons', files: ['emoticons'], load: (db, text) => put(db, emoticons, emoticons.code, itemsOf(text)) },
  { name: 'scores', files: ['health_score_categories'], load: loadScores },
  { name: 'medicines', files: ['medicines'], load: (db, text) => put(db, medicines, medicines.name, itemsOf(text!).map(medicineRow)) },
  { name: 'stress_check', files: ['job_stress_check'], load: loadStressCheck },
  {
    name: 'facilities',
    files: ['facilities', 'facility_hours', 'prefectures'],
    load: (db, text, hours, prefectures) =>
      loadFacilities(db, (table, rows) => put(db, table, table.name, rows), { text: text!, hours: hours!, prefectures: prefectures! }),
  },
  { name: 'supplements', files: ['supplements'], load: (db, text) => put(db, supplements, supplements.name, itemsOf(text!).map(supplementRow)) },
]

/** Loads the reference data of this version. Skips parts whose files have not changed. */
export const loadReference = async (db: Db): Promise<void> => {
  const versions = await db.select().from(reference_versions)
  const held = new Map(versions.map(({ name, hash }) => [name, hash]))
  for (const { name, files, load } of parts) {
    const texts = files.map(read)
    const hash = createHash('sha256').update(texts.join('\n')).digest('base64url')
    if (held.get(name) === hash) continue
    await db.transaction(async (tx) => {
      await load(tx, ...texts)
      await tx
        .insert(reference_versions)
        .values({ name, hash })
        .onConflictDoUpdate({ target: reference_versions.name, set: { hash, loaded_at: sql`now()` } })
    })
  }
}
