import Type, { type Static } from 'typebox'
import { ById, Day, endpoint, Id, InputObject, Instant, Items, Line, Nullable, OneOf, Page, Paged } from '../endpoint.ts'
import { sexes } from '../people/account.ts'
import { OptionalComparator, valueFormat } from '../record/value.ts'

/** Outcome of a row: new values, changes to existing values, no difference, or rejected. */
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
  'value_between_steps',
  'unit_unknown',
  'package_released',
] as const
export type ImportReasonCode = (typeof importReasons)[number]

/** Reasons that leave out one cell; the row is rejected if no value is left. Any other reason rejects the whole row. */
export const cellReasons: readonly ImportReasonCode[] = ['value_unreadable', 'value_impossible', 'value_unlikely', 'value_between_steps', 'unit_unknown']

const ImportPerson = Type.Object({
  id: Id,
  last_name: Type.String(),
  first_name: Type.String(),
  last_name_kana: Type.String(),
  first_name_kana: Type.String(),
  birthday: Nullable(Day),
  sex: Nullable(OneOf(sexes)),
})

/** `last_checkup`: the newest checkup with results, by which people can recognise the patient. */
const ImportCandidate = Type.Object({ ...ImportPerson.properties, last_checkup: Nullable(Type.Object({ tested_on: Day, location: Type.String() })) })

const rowFields = {
  /** Line number as in a spreadsheet, from 1. */
  line: Type.Integer(),
  /** Cell texts with corrections applied. */
  cells: Type.Array(Type.String()),
  /** Column indexes of corrected cells. */
  fixed: Type.Array(Type.Integer()),
  is_confirmed: Type.Boolean(),
  outcome: Nullable(OneOf(importOutcomes)),
  /** `at` is the column index; null if the reason concerns the whole row. */
  reasons: Type.Array(Type.Object({ at: Nullable(Type.Integer()), reason: OneOf(importReasons) })),
  changes: Type.Array(
    Type.Object({
      at: Type.Integer(),
      category_id: Id,
      before: Type.Number(),
      after: Type.Number(),
      before_comparator: OptionalComparator,
      after_comparator: OptionalComparator,
    }),
  ),
  new_count: Type.Integer(),
  changed_count: Type.Integer(),
  same_count: Type.Integer(),
  tested_on: Nullable(Day),
  patient: Nullable(ImportPerson),
  /** Possible patients if the match is ambiguous. */
  candidates: Type.Array(ImportCandidate),
}
export type ImportPerson = Static<typeof ImportPerson>
export type ImportCandidate = Static<typeof ImportCandidate>
export type ImportRow = Static<typeof ImportRow>
export const ImportRow = Type.Object(rowFields)

export const listImportRows = endpoint({
  method: 'GET',
  path: '/api/results_imports/:id/rows',
  listsPatients: true,
  permission: 'imports.prepare',
  summary: 'List an import’s rows with their outcome, in file order',
  description: '25 a page. `open`: rejected rows and rows with a cell that is left out.',
  params: ById,
  query: InputObject({ outcome: Type.Optional(OneOf(importOutcomes)), open: Type.Optional(Type.Boolean()), page: Page }),
  reply: Paged(ImportRow),
  example: { params: { id: 1 }, query: { open: true } },
})

const ByLine = InputObject({ id: Id, line: Type.Integer({ minimum: 1, maximum: 1_000_000 }) })

export const fixImportRow = endpoint({
  method: 'PUT',
  path: '/api/results_imports/:id/rows/:line',
  permission: 'imports.prepare',
  summary: 'Correct cells, assign the patient or confirm unlikely values of a row',
  description:
    '`cells` are addressed by column index; null restores the cell of the file. `patient_id` assigns the row to a patient. The row is re-evaluated immediately. Once the import is applied, the corrected values of the row are written at once.',
  params: ByLine,
  body: InputObject({
    cells: Type.Optional(Type.Array(InputObject({ at: Type.Integer({ minimum: 0, maximum: 399 }), text: Nullable(Line(1_000, 0)) }), { maxItems: 400 })),
    is_confirmed: Type.Optional(Type.Boolean()),
    patient_id: Type.Optional(Nullable(Id)),
  }),
  reply: ImportRow,
  errors: ['conflict'],
  example: { params: { id: 1, line: 2 }, body: { cells: [{ at: 0, text: '1968.3.14' }] } },
  changes: ['test_packages', 'test_results'],
  staffChanges: ['imports'],
})

export const getRejectedRows = endpoint({
  method: 'GET',
  path: '/api/results_imports/:id/errors.csv',
  permission: 'imports.prepare',
  summary: 'Download the rejected rows and those with a cell left out as CSV, to correct and import again',
  description:
    'UTF-8 CSV with the columns of the file plus one for the reason, which is ignored on re-import. Cells that a spreadsheet would take for a formula are prefixed with an apostrophe, which is removed on re-import.',
  params: ById,
  query: InputObject({}),
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
  comparator: OptionalComparator,
  ...valueFormat,
  unit_display: Type.String(),
  updated_at: Instant,
})

export const listKeptResults = endpoint({
  method: 'GET',
  path: '/api/results_imports/:id/kept',
  listsPatients: true,
  permission: 'test_results.write',
  summary: 'List values that an undo kept because they were edited after the import',
  description: 'Max 1,000.',
  params: ById,
  query: InputObject({}),
  reply: Items(KeptResult),
  example: { params: { id: 1 } },
})
