import { records } from '@sukoyaka/phrases/boards/records'
import { languages } from '@sukoyaka/phrases/language'
import type { Field } from '@sukoyaka/wire/admin'
import { isPage } from '@sukoyaka/wire/pages'
import { expect, test } from 'vitest'
import { draftOf } from '../records/draft.ts'
import { tables as tabs } from './all.ts'
import { users } from './user-table.ts'

const tables = [...tabs, users]

const withParts = (field: Field): Field[] => [field, ...(field.fields ?? []).flatMap(withParts)]
/** Codes, which have no label. */
const hidden = new Set(['name'])

test.each(tables.map((table) => [table.name, table] as const))('columns, fields, filters and values of %s have labels in each language', (_, table) => {
  const shown = table.shown.flatMap((each) => (typeof each === 'string' ? [each] : [each.name, each.below]))
  const columns = shown.map((name) => table.columns.find((field) => field.name === name))
  expect(columns).not.toContain(undefined)
  const filters = table.query.filter(({ name, kind }) => name !== 'sort' && (kind === 'choice' || kind === 'switch'))
  const fields = [...(columns as Field[]), ...filters, ...table.fields.flatMap(withParts)].filter(({ name }) => !hidden.has(name))
  const keys = fields.flatMap(({ name, values = [] }) => [
    `field.${name}`,
    ...values.map((value) => `value.${name === 'weekdays' ? 'weekday' : name}.${value}`),
  ])
  for (const language of languages) expect(keys.filter((key) => !(key in records[language]))).toEqual([])
})

test.each(tables.map((table) => [table.name, table] as const))(
  'every field of the form of %s is in exactly one section, and initial values have the type of their field',
  (_, table) => {
    expect(table.sections.flatMap(({ fields }) => fields).sort()).toEqual(table.fields.map(({ name }) => name).sort())
    const empty = draftOf(table.fields)
    for (const [name, value] of Object.entries(table.initial ?? {})) expect(typeof value).toBe(typeof empty[name])
  },
)

test('the server serves every page below /admin', () => {
  const names = [...tabs.map(({ name }) => name), 'audit', 'merge', 'orders', 'system']
  expect(names.filter((name) => !isPage(`/admin/${name}`, false))).toEqual([])
})

test('a course loses the options that were removed from its facility', () => {
  const { prepare } = tables.find(({ name }) => name === 'facilities')!
  const draft = { options: [{ name: 'kept' }], courses: [{ name: 'course', option_names: ['kept', 'removed'] }] }
  expect(prepare?.(draft)).toEqual({ ...draft, courses: [{ name: 'course', option_names: ['kept'] }] })
})
