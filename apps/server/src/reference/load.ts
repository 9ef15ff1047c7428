import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inArray, sql } from 'drizzle-orm'
import { referenceFolder } from '../config/folders.ts'
import type { Db } from '../database/db.ts'
import { reference_versions } from '../database/tables.ts'
import { reference_ranges, result_categories, test_categories } from '../domains/checkup/tables.ts'
import { plans, services } from '../domains/contract/tables.ts'
import { searchColumns } from '../domains/disease/disease-search.ts'
import { diseases } from '../domains/disease/tables.ts'
import { habit_goal_templates } from '../domains/habit/tables.ts'
import { health_record_categories } from '../domains/health-record/tables.ts'
import { lifestyle_categories } from '../domains/lifestyle/tables.ts'
import { medicines, supplements } from '../domains/medication/tables.ts'
import { emoticons } from '../domains/message/tables.ts'
import { health_score_categories } from '../domains/score/tables.ts'
import { symptom_categories } from '../domains/symptom/tables.ts'
import { templateRows } from './habit.ts'
import { medicineRow, supplementRow } from './medication.ts'
import { loadPolicies } from './policy.ts'
import { type ReferencePart, sampleParts } from './samples.ts'
import { scoreRows } from './score.ts'
import { searchFieldsFrom } from './search-fields.ts'
import { loadStressCheck } from './stress-check.ts'
import { upsertRows } from './upsert-rows.ts'
import { claimPart, readVersion } from './version.ts'

const read = (name: string) => readFileSync(join(referenceFolder, `${name}.json`), 'utf8')
// each file has a shape of its own; load.test.ts loads them all
// biome-ignore lint/suspicious/noExplicitAny: see above
type Item = any
const itemsOf = (text: string): Item[] => JSON.parse(text).items
const names = ({ name, name_ja, name_en, name_kr }: Item) => ({ name, name_ja, name_en, name_kr })

const loadPlans = async (db: Db, text: string) => {
  const { services: serviceItems, items } = JSON.parse(text) as { services: Item[]; items: Item[] }
  const namesOf = (item: Item) => ({ name: item.name, name_ja: item.display_name_ja, name_en: item.display_name_en, name_kr: item.display_name_kr })
  await upsertRows(
    db,
    services,
    services.name,
    serviceItems.map((service) => ({
      ...namesOf(service),
      chat: service.chat,
      followup_checkup_count: service.followup_checkup_count,
      full_checkup_count: service.full_checkup_count,
      interview_count: service.interview_count,
    })),
  )
  const ids = new Map((await db.select({ id: services.id, name: services.name }).from(services)).map((row) => [row.name, row.id]))
  await upsertRows(
    db,
    plans,
    plans.name,
    items.map((plan) => ({
      ...namesOf(plan),
      price: plan.price,
      billing_cycle: plan.billing_cycle,
      contract_period: plan.contract_period_months,
      duration: plan.duration_months,
      auto_update: plan.auto_update,
      service_id: ids.get(plan.service),
      sort_number: plan.sort_number,
    })),
  )
}

type Range = typeof reference_ranges.$inferInsert
type Span = { min: number | null; max: number | null }
const spanOf = ({ min, max }: Span) => [min, max]
const rangeKeyOf = ({ category_id, sex, age_min, age_max, healthy, warning, unhealthy }: Range) =>
  JSON.stringify([category_id, sex, age_min, age_max ?? null, spanOf(healthy), warning.map(spanOf), unhealthy.below, unhealthy.above])

/**
 * Retires ranges that the files no longer contain instead of deleting them, because results reference them. New ranges are valid from now on; those of a
 * new category are valid for earlier days too.
 */
const replaceRanges = async (db: Db, allRanges: Range[], category_ids: number[]) => {
  const stored = await db.select().from(reference_ranges).where(inArray(reference_ranges.category_id, category_ids))
  // if an administrator edited one range of a category, the files change none of its ranges
  const editedCategories = new Set(stored.flatMap(({ category_id, is_edited }) => (is_edited ? [category_id] : [])))
  const ranges = allRanges.filter(({ category_id }) => !editedCategories.has(category_id))
  const existing = stored.filter(({ category_id }) => !editedCategories.has(category_id))
  const current = new Map(existing.filter(({ retired_at }) => retired_at === null).map((range) => [rangeKeyOf(range), range]))
  const wantedKeys = new Set(ranges.map(rangeKeyOf))
  const retiredIds = [...current].flatMap(([key, { id }]) => (wantedKeys.has(key) ? [] : [id]))
  const knownCategories = new Set(existing.map(({ category_id }) => category_id))
  const newRanges = ranges.filter((range) => !current.has(rangeKeyOf(range)))
  if (retiredIds.length) await db.update(reference_ranges).set({ retired_at: sql`now()` }).where(inArray(reference_ranges.id, retiredIds))
  for (let at = 0; at < newRanges.length; at += 500)
    await db
      .insert(reference_ranges)
      .values(newRanges.slice(at, at + 500).map((range) => ({ ...range, valid_from: knownCategories.has(range.category_id) ? sql`now()` : null })))
}

const loadNumeric = async (db: Db, ...texts: string[]) => {
  const items = texts.flatMap((text, at) => itemsOf(text).map((item) => ({ ...item, sort_number: at * 1000 + item.sort_number })))
  await upsertRows(
    db,
    result_categories,
    result_categories.name,
    items.map((category) => ({
      ...names(category),
      type: 0,
      group: category.group,
      unit: category.unit,
      unit_display: category.unit_display ?? category.unit,
      decimals: category.decimals,
      value_labels: category.value_labels,
      steps: category.steps,
      applicable_sex: category.applicable_sex,
      possible: category.possible,
      likely: category.likely,
      serious: category.serious,
      conversions: category.conversions,
      loinc: category.loinc,
      jlac10: category.jlac10,
      source: category.source ?? '',
      sort_number: category.sort_number,
    })),
  )
  const ids = new Map((await db.select({ id: result_categories.id, name: result_categories.name }).from(result_categories)).map((row) => [row.name, row.id]))
  await replaceRanges(
    db,
    items.flatMap((category) =>
      category.ranges.map(({ sex, age_min, age_max, healthy, warning, unhealthy }: Item) => ({
        category_id: ids.get(category.name)!,
        sex,
        age_min,
        age_max,
        healthy,
        warning,
        unhealthy,
        source: category.source ?? '',
      })),
    ),
    items.map((category) => ids.get(category.name)!),
  )
}

const loadImages = (db: Db, text: string) =>
  upsertRows(
    db,
    result_categories,
    result_categories.name,
    itemsOf(text).map((category) => ({
      ...names(category),
      type: category.result_type_value,
      group: category.body_area,
      modality: category.modality,
      applicable_sex: category.applicable_sex,
      sort_number: 10_000 + category.sort_number,
    })),
  )

const loadTests = (db: Db, text: string) =>
  upsertRows(
    db,
    test_categories,
    test_categories.name,
    itemsOf(text).map((category) => ({
      ...names(category),
      group: category.group,
      applicable_sex: category.applicable_sex,
      requires_fasting: category.requires_fasting,
      default_package_kinds: category.default_package_kinds,
      numeric_categories: category.numeric_categories,
      image_categories: category.image_categories,
      sort_number: category.sort_number,
    })),
  )

const loadLifestyles = (db: Db, text: string, readings: string) => {
  const searchFields = searchFieldsFrom(readings)
  return upsertRows(
    db,
    lifestyle_categories,
    lifestyle_categories.name,
    itemsOf(text).map((category) => ({
      ...names(category),
      ...searchFields(category),
      major_division: category.division,
      value_type: category.value_type,
      unit: category.unit ?? '',
      options: category.options ?? [],
      range: category.range ?? null,
      rule: category.rule,
      line_chart: category.line_chart,
      question_ja: category.question_ja ?? '',
      question_en: category.question_en ?? '',
      question_kr: category.question_kr ?? '',
      sort_number: category.sort_number,
    })),
  )
}

const loadSymptoms = (db: Db, text: string, readings: string) => {
  const searchFields = searchFieldsFrom(readings)
  return upsertRows(
    db,
    symptom_categories,
    symptom_categories.name,
    itemsOf(text).map((category) => ({
      ...names(category),
      ...searchFields(category),
      body_area: category.body_area,
      value_type: category.value_type,
      options: category.options ?? [],
      applicable_sex: category.applicable_sex,
      red_flag: category.red_flag,
      sort_number: category.sort_number,
    })),
  )
}

const loadHealthRecords = (db: Db, text: string) =>
  upsertRows(
    db,
    health_record_categories,
    health_record_categories.name,
    itemsOf(text).map(({ value_kind, unit, values, sort_number, ...category }) => ({
      ...names({ ...category, name: category.code }),
      ...{ value_kind, unit: unit ?? '', values, sort_number },
    })),
  )

const loadDiseases = (db: Db, text: string, readings: string) => {
  const reading = new Map<string, Item>(itemsOf(readings).map((row) => [row.code, row]))
  return upsertRows(
    db,
    diseases,
    diseases.code,
    itemsOf(text).map((disease) => ({
      code: disease.code,
      name: disease.name,
      name_local: disease.name_local,
      name_kr: disease.name_kr,
      icd10: disease.icd10,
      kind: disease.kind,
      danger_level: disease.danger_level,
      description_ja: disease.description_ja,
      description_en: disease.description_en,
      indicators: disease.indicators,
      prevent_plans: disease.prevent_plans,
      disease_risks: disease.disease_risks,
      sort_number: disease.sort_number,
      also: reading.get(disease.code)?.also ?? [],
      ...searchColumns({ ...disease, name_kana: reading.get(disease.code)?.name_kana ?? '', also: reading.get(disease.code)?.also }),
    })),
  )
}

const loadTemplates = (db: Db, text: string, readings: string) => upsertRows(db, habit_goal_templates, habit_goal_templates.code, templateRows(text, readings))
const loadScores = (db: Db, text: string) => upsertRows(db, health_score_categories, health_score_categories.name, scoreRows(JSON.parse(text)))
const parts: ReferencePart[] = [
  { name: 'plans', files: ['plans'], load: loadPlans },
  { name: 'numeric', files: ['numeric_test_result_categories', 'numeric_test_result_categories_extra'], load: loadNumeric },
  { name: 'images', files: ['image_test_result_categories'], load: loadImages },
  { name: 'tests', files: ['test_categories'], load: loadTests },
  { name: 'lifestyles', files: ['lifestyle_categories', 'lifestyle_readings'], load: loadLifestyles },
  { name: 'symptoms', files: ['symptom_categories', 'symptom_readings'], load: loadSymptoms },
  { name: 'health_records', files: ['health_record_categories'], load: loadHealthRecords },
  { name: 'diseases', files: ['diseases', 'disease_readings'], load: loadDiseases },
  { name: 'templates', files: ['habit_goal_templates', 'habit_goal_readings'], load: loadTemplates },
  { name: 'emoticons', files: ['emoticons'], load: (db, text) => upsertRows(db, emoticons, emoticons.code, itemsOf(text)) },
  { name: 'scores', files: ['health_score_categories'], load: loadScores },
  { name: 'medicines', files: ['medicines'], load: (db, text) => upsertRows(db, medicines, medicines.name, itemsOf(text!).map(medicineRow)) },
  { name: 'policies', files: ['policies'], load: (db, text) => loadPolicies(db, text!) },
  { name: 'stress_check', files: ['job_stress_check'], load: loadStressCheck },
  { name: 'supplements', files: ['supplements'], load: (db, text) => upsertRows(db, supplements, supplements.name, itemsOf(text!).map(supplementRow)) },
]

/** Names of the files that are loaded. */
export const loadedFiles = [...parts, ...sampleParts(true)].flatMap(({ files }) => files)

/**
 * Loads the reference data of this version. Skips parts whose files have not changed, and parts of a newer version: in a rolling update, servers of the earlier
 * version may start again. `hasSamples`: patients see the sample facilities and products, and the
 * sample coupons are valid. Without it, new ones are hidden until an administrator edits them.
 */
export const loadReference = async (db: Db, { hasSamples = true } = {}): Promise<void> => {
  const { version } = readVersion()
  const versions = await db.select().from(reference_versions)
  const loadedHashes = new Map(versions.map(({ name, hash }) => [name, hash]))
  for (const { name, files, variant = [], load } of [...parts, ...sampleParts(hasSamples)]) {
    const texts = files.map(read)
    const hash = createHash('sha256')
      .update([...texts, ...variant].join('\n'))
      .digest('base64url')
    if (loadedHashes.get(name) === hash) continue
    await db.transaction(async (tx) => {
      if (await claimPart(tx, { name, hash, version })) await load(tx, ...texts)
    })
  }
}
