import { fold } from '@sukoyaka/rules/fold'
import { formatUnit } from '@sukoyaka/rules/record/answer'
import { type ImportColumn, type ImportField, type ImportMapping, importFields, maxIdleMs, type ResultsImport } from '@sukoyaka/wire/boards/results-import'
import type { NumericTestResultCategory } from '@sukoyaka/wire/record/checkup'
import type { TFunction } from 'i18next'

export type Category = NumericTestResultCategory & { name_en?: string; name_kr?: string; conversions?: { unit: string }[] | null }

type Work = Pick<ResultsImport, 'state' | 'updated_at'>

/** Whether the server works on the import, or is to. */
export const isBusy = ({ state }: Pick<Work, 'state'>) => ['uploaded', 'applying', 'undoing'].includes(state)

/** Whether the server has not worked for long on an import on which it is to work. */
export const hasStopped = (work: Work) => isBusy(work) && Date.now() - Date.parse(work.updated_at) > maxIdleMs

/** Number of rows that need attention. */
export const openRowCount = ({ refused, partial }: ResultsImport['counts']) => refused + partial

/** Number with thousands separators, such as 29,574, in every language. */
export const formatInteger = (value: number) => value.toLocaleString('en')

/** Field or checkup item that a column can map to. */
export type Meaning = { field: ImportField | null; category_id: number | null }

export const headerOf = ({ header }: Pick<ImportColumn, 'header'>, at: number, t: TFunction<'results_import'>) =>
  header || t('mapping.noHeader', { at: at + 1 })

/** The category's own unit first, then convertible ones. */
export const unitsOf = ({ unit, unit_display, conversions }: Category) => [
  { value: unit, label: unit_display || unit },
  ...(conversions ?? []).map((conversion) => ({ value: conversion.unit, label: formatUnit(conversion.unit, 'ja') })),
]

/** Whether somebody must still confirm the meaning or the unit of a column. */
export const isDoubtful = ({ source, category_id, unit, is_unit_guessed }: ImportMapping) =>
  source === 'guess' || is_unit_guessed || (category_id !== null && unit === null)

/** Whether a column has no meaning, so that it is not imported. */
export const isLeftOut = ({ field, category_id }: ImportMapping) => field === null && category_id === null

type Option = { key: string; meaning: Meaning; label: string; detail: string }

/** Searches fields by their name in the language of the page, and items by their names in every language. Each word of the query must be part of these. */
export const searchMeanings = (query: string, categories: readonly Category[], t: TFunction<'results_import'>): Option[] => {
  const words = fold(query).split(/\s+/).filter(Boolean)
  const fits = (...names: (string | undefined)[]) => {
    const text = fold(names.join(' '))
    return words.every((word) => text.includes(word))
  }
  return [
    ...importFields
      .filter((field) => fits(t(`field.${field}`)))
      .map((field) => ({ key: field, meaning: { field, category_id: null }, label: t(`field.${field}`), detail: '' })),
    ...categories
      .filter(({ name, name_ja, name_en, name_kr, display_name }) => fits(name, name_ja, name_en, name_kr, display_name))
      .map((category) => ({
        key: String(category.id),
        meaning: { field: null, category_id: category.id },
        label: category.display_name,
        detail: category.unit_display,
      })),
  ]
}

/** Checks that the mapping identifies the patient and the date; returns what is missing. */
export const missingFields = (mapping: readonly ImportMapping[], tested_on: string | null): ('noPerson' | 'noDay')[] => {
  const hasField = (field: ImportField) => mapping.some((column) => column.field === field)
  const isNamed = hasField('name') || hasField('kana') || hasField('last_name') || hasField('last_name_kana')
  return [
    ...(hasField('patient_id') || (isNamed && hasField('birthday')) ? [] : (['noPerson'] as const)),
    ...(hasField('tested_on') || tested_on ? [] : (['noDay'] as const)),
  ]
}
