import Type, { type Static } from 'typebox'
import { ById, Day, endpoint, Id, Instant, Line, Nothing, Nullable, OneOf, Page, Paged, Sent } from '../endpoint.ts'

/** `uploaded` is being read and judged, `checked` waits for a person; then it goes into the records and can be taken out again. */
export const importStates = ['uploaded', 'checked', 'applying', 'applied', 'undoing', 'undone', 'failed'] as const
export type ImportState = (typeof importStates)[number]

/** Why a file cannot be read. */
export const importErrors = ['not_a_table', 'old_excel', 'encoding_unknown', 'too_large', 'too_many_rows'] as const

/** What a column can say beside results. `reason` is what we wrote into a file of refused rows; it is left out. */
export const importFields = [
  'patient_id',
  'name',
  'last_name',
  'first_name',
  'kana',
  'last_name_kana',
  'first_name_kana',
  'birthday',
  'sex',
  'tested_on',
  'reason',
] as const
export type ImportField = (typeof importFields)[number]

export type ImportColumn = Static<typeof ImportColumn>
export const ImportColumn = Type.Object({
  header: Type.String(),
  /** As the file says it, in the header, beside it or under it. */
  unit: Type.String(),
  /** JLAC10, where the file has it. */
  code: Type.String(),
  samples: Type.Array(Type.String()),
})

/** How it is known: the header says it, mostly says it, people said it before for this facility, or now. */
export const mappingSources = ['name', 'guess', 'remembered', 'chosen', 'none'] as const

export type ImportMapping = Static<typeof ImportMapping>
export const ImportMapping = Type.Object({
  /** The column, from 0. */
  at: Type.Integer({ minimum: 0 }),
  field: Nullable(OneOf(importFields)),
  category_id: Nullable(Id),
  /** The unit its values are in; null where the file’s unit is none we can convert. */
  unit: Nullable(Type.String()),
  source: OneOf(mappingSources),
  /** The file does not say the unit: it was told from the values. */
  is_unit_guessed: Type.Boolean(),
})

export type ImportCounts = Static<typeof ImportCounts>
export const ImportCounts = Type.Object({
  rows: Type.Integer(),
  new: Type.Integer(),
  changed: Type.Integer(),
  same: Type.Integer(),
  refused: Type.Integer(),
  /** Values, not rows. */
  values_new: Type.Integer(),
  values_changed: Type.Integer(),
  people: Type.Integer(),
  /** Values that were edited after the import and therefore stayed when it was undone. */
  kept: Type.Integer(),
})

const head = {
  id: Id,
  user_id: Id,
  user_name: Type.String(),
  name: Type.String(),
  file_name: Type.String(),
  facility: Type.String(),
  tested_on: Nullable(Day),
  state: OneOf(importStates),
  error: Nullable(OneOf(importErrors)),
  /** In bytes, and how many of them are here. */
  size: Type.Integer(),
  received: Type.Integer(),
  done: Type.Integer(),
  total: Type.Integer(),
  counts: ImportCounts,
  applied_at: Nullable(Instant),
  undone_at: Nullable(Instant),
  created_at: Instant,
  updated_at: Instant,
}

export type ResultsImportHead = Static<typeof ResultsImportHead>
export const ResultsImportHead = Type.Object(head)
export type ResultsImport = Static<typeof ResultsImport>
export const ResultsImport = Type.Object({
  ...head,
  encoding: Nullable(Type.String()),
  columns: Type.Array(ImportColumn),
  mapping: Type.Array(ImportMapping),
})

const title = Line(200)
const facility = Line(200, 0)

export const listResultsImports = endpoint({
  method: 'GET',
  path: '/api/results_imports',
  permission: 'test_results.write',
  summary: 'Files of results that were imported, newest first',
  description: '25 a page.',
  query: Sent({ page: Page }),
  reply: Paged(ResultsImportHead),
})

export const readResultsImport = endpoint({
  method: 'GET',
  path: '/api/results_imports/:id',
  permission: 'test_results.write',
  summary: 'One import: its columns, what they mean, how far it is',
  params: ById,
  reply: ResultsImport,
  example: { params: { id: 1 } },
})

/** What a file may be called and what may be in one call of it. */
export const maxFileBytes = 50_000_000
export const maxPartBytes = 600_000
const Part = Type.String({ minLength: 1, maxLength: Math.ceil(maxPartBytes / 3) * 4, pattern: '^[A-Za-z0-9+/]+={0,2}$' })

export const addResultsImport = endpoint({
  method: 'POST',
  path: '/api/results_imports',
  permission: 'test_results.write',
  summary: 'Begins an import with the first part of a file',
  description:
    'CSV (UTF-8, Shift_JIS, UTF-16; comma, tab or semicolon) or Excel (.xlsx), up to 50 MB. `content` is a part of the file in Base64, up to 600,000 bytes; further parts follow in order to `/parts`. With `size` bytes there it is read and judged in the background.',
  body: Sent({
    file_name: Line(300),
    size: Type.Integer({ minimum: 1, maximum: maxFileBytes }),
    content: Part,
    name: Type.Optional(title),
    facility: Type.Optional(facility),
    tested_on: Type.Optional(Nullable(Day)),
  }),
  reply: ResultsImport,
  status: 201,
  errors: ['too_large'],
  example: { body: { file_name: 'kenshin.csv', size: 12, content: 'aWQsbmFtZQoxLGE=', facility: '北町ヘルスケアセンター' } },
  changes: ['imports'],
})

export const addImportPart = endpoint({
  method: 'POST',
  path: '/api/results_imports/:id/parts',
  permission: 'test_results.write',
  summary: 'The next part of a file',
  description: '`at` is the number of bytes that were sent before it; a part that is already here is answered the same.',
  params: ById,
  body: Sent({ at: Type.Integer({ minimum: 0, maximum: maxFileBytes }), content: Part }),
  reply: ResultsImport,
  errors: ['conflict'],
  example: { params: { id: 1 }, body: { at: 12, content: 'Ml0sYg==' } },
  changes: ['imports'],
})

export const changeResultsImport = endpoint({
  method: 'PUT',
  path: '/api/results_imports/:id',
  permission: 'test_results.write',
  summary: 'Says what the columns mean, and judges all rows anew',
  description:
    'Only what is not yet in the records. Columns that are not named keep their meaning. What a header means is remembered for the facility. `unit` is one of the category’s own or of its conversions.',
  params: ById,
  body: Sent({
    updated_at: Type.Optional(Instant),
    name: Type.Optional(title),
    facility: Type.Optional(facility),
    tested_on: Type.Optional(Nullable(Day)),
    mapping: Type.Optional(
      Type.Array(
        Sent({
          at: Type.Integer({ minimum: 0, maximum: 399 }),
          field: Type.Optional(Nullable(OneOf(importFields))),
          category_id: Type.Optional(Nullable(Id)),
          unit: Type.Optional(Nullable(Type.String({ maxLength: 50 }))),
        }),
        { maxItems: 400 },
      ),
    ),
  }),
  reply: ResultsImport,
  errors: ['conflict'],
  example: { params: { id: 1 }, body: { facility: '北町ヘルスケアセンター' } },
  changes: ['imports'],
})

const results = ['imports', 'test_packages', 'test_results'] as const

export const applyResultsImport = endpoint({
  method: 'POST',
  path: '/api/results_imports/:id/apply',
  permission: 'test_results.write',
  summary: 'Puts all rows but the refused ones into the records, in the background',
  description:
    'One checkup a person and day, complete and not released to the patient. `applying` meanwhile, with `done` of `total` rows. One that stood still for ten minutes may be pressed again.',
  params: ById,
  body: Sent({}),
  reply: ResultsImport,
  errors: ['conflict'],
  example: { params: { id: 1 } },
  changes: results,
})

export const undoResultsImport = endpoint({
  method: 'POST',
  path: '/api/results_imports/:id/undo',
  permission: 'test_results.write',
  summary: 'Takes out what an import put in and puts back what it changed, in the background',
  description: 'What people edited afterwards stays and is listed under `/kept`. Also of an import that stood still for ten minutes on its way.',
  params: ById,
  body: Sent({}),
  reply: ResultsImport,
  errors: ['conflict'],
  example: { params: { id: 1 } },
  changes: results,
})

export const removeResultsImport = endpoint({
  method: 'DELETE',
  path: '/api/results_imports/:id',
  permission: 'test_results.write',
  summary: 'Removes an import that is not in the records',
  params: ById,
  reply: Nothing,
  status: 204,
  errors: ['conflict'],
  example: { params: { id: 1 } },
  changes: ['imports'],
})
