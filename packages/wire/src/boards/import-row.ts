import Type, { type Static } from 'typebox'
import { ById, Day, endpoint, Id, Instant, Items, Line, Nullable, OneOf, Page, Paged, Sent } from '../endpoint.ts'
import { sexes } from '../people/account.ts'

/** What becomes of a row: new values, other values for those that are there, nothing new, or left out. */
export const importOutcomes = ['new', 'changed', 'same', 'refused'] as const

export const importReasons = [
  'person_missing',
  'birthday_missing',
  'person_unknown',
  'person_ambiguous',
  'person_differs',
  'birthday_unreadable',
  'sex_unreadable',
  'day_missing',
  'day_unreadable',
  'day_in_future',
  'day_before_birth',
  'twice_in_file',
  'value_unreadable',
  'value_impossible',
  'value_unlikely',
  'unit_unknown',
  'package_released',
] as const
export type ImportReasonCode = (typeof importReasons)[number]

const ImportPerson = Type.Object({
  id: Id,
  last_name: Type.String(),
  first_name: Type.String(),
  last_name_kana: Type.String(),
  first_name_kana: Type.String(),
  birthday: Nullable(Day),
  sex: Nullable(OneOf(sexes)),
})

const rowFields = {
  /** As a spreadsheet counts them, from 1. */
  line: Type.Integer(),
  /** With what people put in their place. */
  cells: Type.Array(Type.String()),
  /** Columns that people changed. */
  fixed: Type.Array(Type.Integer()),
  is_confirmed: Type.Boolean(),
  outcome: Nullable(OneOf(importOutcomes)),
  /** Each with the column it is about. */
  reasons: Type.Array(Type.Object({ at: Nullable(Type.Integer()), reason: OneOf(importReasons) })),
  changes: Type.Array(Type.Object({ at: Type.Integer(), category_id: Id, before: Type.Number(), after: Type.Number() })),
  new_count: Type.Integer(),
  changed_count: Type.Integer(),
  same_count: Type.Integer(),
  tested_on: Nullable(Day),
  patient: Nullable(ImportPerson),
  /** Who it might be, where it is not certain. */
  candidates: Type.Array(ImportPerson),
}
export type ImportPerson = Static<typeof ImportPerson>
export type ImportRow = Static<typeof ImportRow>
export const ImportRow = Type.Object(rowFields)

export const listImportRows = endpoint({
  method: 'GET',
  path: '/api/results_imports/:id/rows',
  permission: 'test_results.write',
  summary: 'What becomes of the rows, as they stand in the file',
  description: '25 a page.',
  params: ById,
  query: Sent({ outcome: Type.Optional(OneOf(importOutcomes)), page: Page }),
  reply: Paged(ImportRow),
  example: { params: { id: 1 }, query: { outcome: 'refused' } },
})

const ByLine = Sent({ id: Id, line: Type.Integer({ minimum: 1, maximum: 1_000_000 }) })

export const fixImportRow = endpoint({
  method: 'PUT',
  path: '/api/results_imports/:id/rows/:line',
  permission: 'test_results.write',
  summary: 'Puts something else in the place of cells, says who it is, or that unlikely values are right',
  description: '`cells` by column, null takes the file’s own again. `patient_id` says whose row it is. The row is judged anew at once.',
  params: ByLine,
  body: Sent({
    cells: Type.Optional(Type.Array(Sent({ at: Type.Integer({ minimum: 0, maximum: 399 }), text: Nullable(Line(1_000, 0)) }), { maxItems: 400 })),
    is_confirmed: Type.Optional(Type.Boolean()),
    patient_id: Type.Optional(Nullable(Id)),
  }),
  reply: ImportRow,
  errors: ['conflict'],
  example: { params: { id: 1, line: 2 }, body: { cells: [{ at: 0, text: '1968.3.14' }] } },
  changes: ['imports'],
})

export const readRefusedRows = endpoint({
  method: 'GET',
  path: '/api/results_imports/:id/errors.csv',
  permission: 'test_results.write',
  summary: 'The refused rows as a file that can be mended and imported again',
  description:
    'CSV in UTF-8 with the file’s own columns and one that says why, which is not read. A cell that a spreadsheet would take for a formula begins with an apostrophe, which is taken off when the file comes back.',
  params: ById,
  query: Sent({}),
  reply: Type.String(),
  media: 'text/csv',
  example: { params: { id: 1 }, reply: '氏名,生年月日,取り込めなかった理由\r\n山田 花子,S43.13.14,生年月日：日付として読めません\r\n' },
})

export type KeptResult = Static<typeof KeptResult>
export const KeptResult = Type.Object({
  id: Id,
  patient: ImportPerson,
  category_id: Id,
  category_name: Type.String(),
  recorded_at: Instant,
  value: Type.Number(),
  unit_display: Type.String(),
  updated_at: Instant,
})

export const listKeptResults = endpoint({
  method: 'GET',
  path: '/api/results_imports/:id/kept',
  permission: 'test_results.write',
  summary: 'What stayed when an import was undone, because people had edited it',
  description: 'At most 1,000.',
  params: ById,
  query: Sent({}),
  reply: Items(KeptResult),
  example: { params: { id: 1 } },
})
